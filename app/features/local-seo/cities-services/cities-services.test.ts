import { describe, expect, test } from 'vitest'
import { kindAt, toEntrySlug } from './cities-services.ts'
import { EMPTY, parseEntry, toErrorToast } from './entry-form.ts'
import { sayNothingNew, wrongPopulation } from './messages.ts'
import { findColumns, previewImport } from './preview-import.ts'
import { readCsv } from '../../../platform/read-csv.server.ts'

describe('a slug', () => {
  test.each([
    ['Springfield', 'Ohio', 'springfield-ohio'],
    ['St. Louis', 'Missouri', 'st-louis-missouri'],
    ["Coeur d'Alene", 'Idaho', 'coeur-d-alene-idaho'],
    ['Washington', 'D.C.', 'washington-d-c'],
    ['Cañon City', 'Colorado', 'canon-city-colorado'],
    ['Zürich', 'ZH', 'zuerich-zh'],
    ['<script>alert(1)</script>', 'Ohio', 'script-alert-1-script-ohio'],
  ])('of %s in %s is %s', (name, state, slug) => {
    expect(toEntrySlug('cities', { name, state })).toBe(slug)
  })

  test('of a service is its name', () => {
    expect(toEntrySlug('services', { name: 'Roof & Gutter  Repair', state: '' })).toBe('roof-gutter-repair')
  })

  test('of a name in another script can be read', () => {
    expect(toEntrySlug('cities', { name: '東京', state: '関東' })).toBe('dong-jing-guan-dong')
    expect(toEntrySlug('services', { name: '屋根 修理', state: '' })).toBe('wu-gen-xiu-li')
    expect(toEntrySlug('services', { name: '屋根 & Gutter', state: '' })).toBe('gutter')
  })

  test('of a name without any letter is not empty, differs by name, and is the same each time', () => {
    const [one, two] = ['!!!', '???'].map((name) => toEntrySlug('cities', { name, state: 'Ohio' }))
    expect(one).toMatch(/^city-[a-z0-9]+-ohio$/)
    expect(two).not.toBe(one)
    expect(toEntrySlug('cities', { name: '!!!', state: 'Ohio' })).toBe(one)
  })
})

test('a path or a route pattern names its list', () => {
  expect(['manage-cities', '/manage-services', 'manage-services/:entryId'].map(kindAt)).toEqual([
    'cities',
    'services',
    'services',
  ])
})

describe('a form', () => {
  const typed = { ...EMPTY, name: ' Reno \u0007', state: 'Texas' }

  test('is parsed without superfluous spaces and invisible characters', () => {
    const parsed = parseEntry('cities', { ...typed, population: '3,342', text: '\nOn the *Red River*. ' })
    const value = { name: 'Reno', state: 'Texas', population: 3342, text: 'On the *Red River*.' }
    expect(parsed).toEqual({ ok: true, value })
  })

  test.each(['12345.0', '12,345.00', ' 12345 '])('may have a population of %j', (population) => {
    expect(parseEntry('cities', { ...typed, population })).toMatchObject({ value: { population: 12_345 } })
  })

  test.each(['1.234', "1'234", '1’234', '1 234'])('may have thousands as in %j', (population) => {
    expect(parseEntry('cities', { ...typed, population })).toMatchObject({ value: { population: 1234 } })
  })

  test('of a service has no state and no population, even if they are sent', () => {
    const parsed = parseEntry('services', { ...typed, population: 'x' })
    expect(parsed).toEqual({ ok: true, value: { name: 'Reno', state: '', population: null, text: '' } })
  })

  test.each([
    ['name', '', 'Please enter city name and state'],
    ['state', ' \t', 'Please enter city name and state'],
    ['name', 'x'.repeat(121), 'At most 120 characters.'],
    ['state', 'x'.repeat(61), 'At most 60 characters.'],
    ['text', 'x'.repeat(5001), 'At most 5,000 characters.'],
    ['population', '1.5', wrongPopulation],
    ['population', '12345.01', wrongPopulation],
    ['population', '12.000', wrongPopulation], // 12 with decimals, or 12,000
    ['population', '-1', wrongPopulation],
    ['population', 'many', wrongPopulation],
    ['population', '1,00', wrongPopulation],
    ['population', '1e3', wrongPopulation],
    ['population', '1000000001', wrongPopulation],
    ['population', '٣', wrongPopulation],
  ])('whose %s is %j is refused at that field', (field, value, error) => {
    expect(parseEntry('cities', { ...typed, [field]: value })).toEqual({
      ok: false,
      errors: { [field]: error },
    })
  })

  test('accepts 120 characters of two code units each', () => {
    expect(parseEntry('services', { ...EMPTY, name: '🌊'.repeat(120) }).ok).toBe(true)
  })

  test('is refused with the sentence for a missing field before all others', () => {
    const missing = 'Please enter service name'
    expect(toErrorToast('services', { text: 'At most 2,000 characters.', name: missing })).toEqual({
      title: missing,
    })
    expect(toErrorToast('cities', { text: 'At most 5,000 characters.' })).toEqual({
      title: 'Failed to add city',
      description: 'At most 5,000 characters.',
    })
  })
})

describe('a CSV file', () => {
  test('is read with a byte order mark, semicolons, quotation marks, line breaks and CRLF', async () => {
    const text = '\uFEFFName;State\r\n"The ""Big"" One; yes";Ohio\r\n\r\n"two\r\nlines";Ohio\r\nlast;Ohio'
    expect(await readCsv(text)).toEqual({
      ok: true,
      header: ['Name', 'State'],
      lines: [
        { line: 2, cells: ['The "Big" One; yes', 'Ohio'] },
        { line: 4, cells: ['two\nlines', 'Ohio'] },
        { line: 6, cells: ['last', 'Ohio'] },
      ],
    })
  })

  test.each(['sep=;\r\n', '\uFEFFSEP=;\n', '"sep=;"\n'])(
    'may name its delimiter in the first line: %j',
    async (first) => {
      expect(await readCsv(`${first}name;state,place,region\nReno;Texas, USA`)).toEqual({
        ok: true,
        header: ['name', 'state,place,region'],
        lines: [{ line: 3, cells: ['Reno', 'Texas, USA'] }],
      })
      expect(await readCsv(`${first}name;state\nA;b"c"`)).toEqual({
        ok: false,
        reason: 'broken-csv',
        line: 3,
      })
    },
  )

  test.each([',', ';', '\t', '|'])('may have %j between its cells', async (sign) => {
    const text =
      ['City', 'State short', 'State full'].join(sign) + `\n${['Westbay', 'ME', 'Maine'].join(sign)}`
    const read = await readCsv(text)
    if (!read.ok) throw new Error('It is no CSV.')
    const found = findColumns('cities', read.header)
    expect(found).toMatchObject({ ok: true, columns: { name: 0, state: 2 } })
    expect(read.lines).toEqual([{ line: 2, cells: ['Westbay', 'ME', 'Maine'] }])
  })

  test('that begins with empty lines takes the delimiter of its first line with content', async () => {
    expect(await readCsv('\n \nname;state\nReno;Texas, USA')).toMatchObject({ header: ['name', 'state'] })
  })

  test.each([
    ['name,state\nA,b"c"\nC,d', 2],
    [`name,state\n${'A,b\n'.repeat(30_000)}"C,d\n${'A,b\n'.repeat(100)}`, 30_002],
  ])('that is not valid is refused with the broken line', async (text, line) => {
    expect(await readCsv(text)).toEqual({ ok: false, reason: 'broken-csv', line })
  })

  test('may name its columns in several ways, in any letter case', () => {
    const columns = { name: 1, state: 3, population: 4, text: -1 }
    expect(findColumns('cities', ['fips', 'CITY', 'state_code', 'State', 'Population_2019'])).toEqual({
      ok: true,
      columns,
    })
    expect(findColumns('cities', ['Place name', 'State code'])).toMatchObject({
      columns: { name: 0, state: 1 },
    })
    expect(findColumns('services', ['naics', 'Service'])).toMatchObject({ columns: { name: 1, text: -1 } })
    const lacks = { ok: false, reason: 'no-column' }
    expect(findColumns('cities', ['name', 'county'])).toMatchObject({ ...lacks, column: 'state' })
    expect(findColumns('services', ['what'])).toEqual({ ...lacks, column: 'name', found: ['what'] })
  })

  test('is planned while the event loop runs on', async () => {
    const columns = { name: 0, state: -1, population: -1, text: -1 }
    const lines = Array.from({ length: 2500 }, (_, line) => ({ line, cells: ['Reno'] }))
    let isServed = false
    const planned = previewImport('services', { header: ['name'], lines }, columns)
    setImmediate(() => setImmediate(() => (isServed = true)))
    await planned
    expect(isServed).toBe(true)
  })

  test('counts the first of repeated lines, and refuses others with the reason', async () => {
    const lines = [
      ['Reno', 'Texas', '3,342'],
      ['reno', 'TEXAS', '1'],
      ['', 'Ohio', ''],
      ['Akron', 'Ohio', 'many'],
      ['京都', 'Ohio'],
    ].map((cells, index) => ({ line: index + 2, cells }))
    const header = ['name', 'state', 'population', 'fips']
    const columns = { name: 0, state: 1, population: 2, text: -1 }
    const { records, report } = await previewImport('cities', { header, lines }, columns)
    expect(records).toMatchObject([
      { line: 2, slug: 'reno-texas', population: 3342 },
      { line: 6, name: '京都', population: null, text: '' },
    ])
    expect(report).toEqual({
      columns: { used: ['name', 'state', 'population'], unused: ['fips'] },
      repeated: { count: 1, first: [{ line: 3, label: 'reno, TEXAS', why: 'The same as line 2' }] },
      refused: {
        count: 2,
        first: [
          { line: 4, label: 'Ohio', why: 'Please enter city name and state' },
          { line: 5, label: 'Akron, Ohio', why: wrongPopulation },
        ],
      },
    })
  })
})

test.each([
  [0, 3, 'There is nothing in it that you do not have.'],
  [2, 0, 'None of its lines can be added. The reasons are above.'],
  [2, 3, 'You have 3 of its entries already. The others are refused. The reasons are above.'],
])(
  'a file of which nothing is added is said to be so: %i refused, %i there',
  (refused, present, sentence) => {
    expect(sayNothingNew(refused, present)).toBe(sentence)
  },
)
