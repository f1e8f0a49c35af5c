import { describe, expect, test } from 'vitest'
import { readCsv } from '../../../platform/read-csv.server.ts'
import { NO_FACE } from '../faces/faces.ts'
import { readSiteLines } from './site-lines.ts'
import { groupSites } from './target-sites.ts'

const LIKE = {
  ...NO_FACE,
  tagline: 'As before',
  paperLight: '#fff1e5',
  menu: [{ label: 'Shop', href: '/shop' }],
}

async function read(text: string, like = NO_FACE) {
  const csv = await readCsv(text)
  if (!csv.ok) throw new Error('no CSV')
  return readSiteLines(csv, { mainOrigin: 'https://main.example', like })
}

async function readAll(text: string, like = NO_FACE) {
  const answer = await read(text, like)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.lines
}

describe('a line of a file of sites', () => {
  test('is a hosted site with its look, whatever its columns are called', async () => {
    const { found, columns } = await readAll(
      'Site name;Host;Client;Motto;Lang;Colour;Rank\nQuay;quay.example;Coast;Ships;German;#0b5f8a;1',
    )
    expect(found).toEqual([
      {
        line: 2,
        site: {
          kind: 'hosted',
          name: 'Quay',
          url: 'https://quay.example',
          description: '',
          groupName: 'Coast',
          copyPolicy: 'canonical',
          credentials: null,
        },
        face: { ...NO_FACE, tagline: 'Ships', language: 'de', accent: '#0b5f8a' },
      },
    ])
    expect(columns).toEqual({
      used: ['Site name', 'Host', 'Client', 'Motto', 'Lang', 'Colour'],
      unused: ['Rank'],
    })
  })

  test('keeps what another site has where it says nothing', async () => {
    const { found } = await readAll(
      'name,address,tagline,language\nQuay,quay.example,,\nPier,pier.example,Own,en',
      LIKE,
    )
    expect(found.map(({ face }) => face)).toEqual([LIKE, { ...LIKE, tagline: 'Own' }])
  })

  test('is refused with every reason, and a second one with the address of another line is left out', async () => {
    const { found, refused, repeated } = await readAll(
      [
        'name,address,language,accent',
        ',main.example,Klingon,#ff9900',
        'Red,red.example,,red',
        'Quay,quay.example,,',
        'Again,http://QUAY.example:8080,,',
      ].join('\n'),
    )
    expect(found.map(({ line }) => line)).toEqual([4])
    expect(repeated.first).toEqual([{ line: 5, label: 'Again', why: 'The same as line 4' }])
    expect(refused.first.map(({ label }) => label)).toEqual(['main.example', 'Red'])
    const [all, red] = refused.first.map(({ why }) => why)
    for (const part of [
      'A host name of its own',
      'give it a name',
      'one of en, de',
      'nearest one that can is #',
    ])
      expect(all).toContain(part)
    expect(red).toBe('The accent has a # and six characters, 0-9 and a-f.')
  })

  test('needs a name and an address', async () => {
    expect(await read('title,rank\nQuay,1')).toEqual({
      ok: false,
      reason: 'no-column',
      column: 'address',
      found: ['title', 'rank'],
    })
    expect(await read('address\nquay.example')).toMatchObject({ column: 'name' })
  })
})

test('sites stand in their groups, those without one first', () => {
  const sites = ['b', '', 'a', 'b'].map((groupName, id) => ({ id, groupName }))
  expect(groupSites(sites).map(({ name, sites: own }) => [name, own.map(({ id }) => id)])).toEqual([
    ['', [1]],
    ['a', [2]],
    ['b', [0, 3]],
  ])
})

test('a long file lets other work run between its lines', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1))
  const lines = Array.from({ length: 600 }, (_, index) => `Quay,q${index}.example,#808${index % 10}80`)
  const { refused } = await readAll(['name,address,accent', ...lines].join('\n'))
  clearInterval(timer)
  expect(refused.count).toBe(600)
  expect(ticks).toBeGreaterThan(10)
})
