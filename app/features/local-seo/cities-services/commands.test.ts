import { existsSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { isDeep } from '../../../../tests/support/tier.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { CATALOGUE, type EntryFields, type Kind } from './cities-services.ts'
import { addEntry, deleteEntries, restoreEntries, saveEntry } from './commands.server.ts'
import { discardImport, findImport, keepImport, pruneCatalogue, applyImport } from './imports.server.ts'
import { toImportProblem } from './messages.ts'
import { findChosen, findDeleted, findEntry, listEntries } from './queries.server.ts'

const CORPUS = '../shared/corpus'

let ines: Operator
let ola: Operator

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  ola = await makeOperator()
})

const toFields = (name: string, state = 'Ohio'): EntryFields => ({ name, state, population: null, text: '' })
const toService = (name: string): EntryFields => ({ name, state: '', population: null, text: 'What it is.' })

async function add(operator: Operator, kind: Kind, fields: EntryFields): Promise<string> {
  const added = await addEntry(operator, kind, fields)
  if (!added.ok) throw new Error(added.reason)
  return added.id
}

async function listNames(operator: Operator, kind: Kind, query = ''): Promise<string[]> {
  const { rows } = await listEntries(operator, kind, { query, page: 1 })
  return rows.map(({ name }) => name)
}

const countEntries = async (operator: Operator, kind: Kind): Promise<number> =>
  (await listEntries(operator, kind, { query: '', page: 1 })).total

const upload = (operator: Operator, kind: Kind, text: string | Uint8Array) =>
  keepImport(operator, kind, { name: 'list.csv', bytes: Buffer.from(text) })

/** Confirms the import that waits. */
async function confirm(operator: Operator, kind: Kind, updates: boolean) {
  const { readingId = '' } = (await findImport(operator, kind)) ?? {}
  return applyImport(operator, kind, { readingId, updates })
}

/** Imports this number of entries. */
async function fill(operator: Operator, kind: Kind, count: number): Promise<void> {
  const text = Array.from({ length: count }, (_, index) => `No ${index},Ohio`).join('\n')
  await upload(operator, kind, `name,state\n${text}`)
  await confirm(operator, kind, false)
}

describe('adding', () => {
  test('stores the typed values, with a slug, and lists the entry by name', async () => {
    await add(ines, 'cities', { ...toFields('Toledo'), population: 270_871, text: 'On *Lake Erie*.' })
    await add(ines, 'cities', toFields('Akron'))
    await add(ines, 'cities', toFields('Akron', 'Colorado'))
    const { rows, total } = await listEntries(ines, 'cities', { query: '', page: 1 })
    expect(total).toBe(3)
    expect(rows.map(({ slug }) => slug)).toEqual(['akron-colorado', 'akron-ohio', 'toledo-ohio'])
    expect(rows[2]).toMatchObject({ population: 270_871, text: 'On *Lake Erie*.' })
  })

  test('refuses a slug that exists already, and names its entry', async () => {
    await add(ines, 'cities', toFields('St. Marys'))
    expect(await addEntry(ines, 'cities', toFields('St Marys'))).toEqual({
      ok: false,
      reason: 'taken',
      slug: 'st-marys-ohio',
      by: 'St. Marys, Ohio',
    })
  })

  test('compares an account’s own entries only: two accounts have the same city and service', async () => {
    for (const operator of [ines, ola]) {
      await add(operator, 'cities', toFields('Reno', 'Nevada'))
      await add(operator, 'services', toService('Roof repair'))
    }
    expect([
      await countEntries(ines, 'cities'),
      await countEntries(ola, 'cities'),
      await countEntries(ola, 'services'),
    ]).toEqual([1, 1, 1])
    expect(await deleteEntries(ola, 'cities', { query: '' })).toEqual({ ok: true, count: 1 })
    expect(await listNames(ines, 'cities')).toEqual(['Reno'])
  })

  test('of the same city in two tabs at the same time makes one', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => addEntry(ines, 'cities', toFields('Lima'))))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await countEntries(ines, 'cities')).toBe(1)
  })

  test('is refused at the limit of an account', async () => {
    await fill(ines, 'services', CATALOGUE.services.limit)
    expect(await countEntries(ines, 'services')).toBe(500)
    expect(await addEntry(ines, 'services', toService('One more'))).toEqual({ ok: false, reason: 'too-many' })
    expect((await addEntry(ola, 'services', toService('One more'))).ok).toBe(true)
  })
})

describe('changing', () => {
  test('lets the slug follow the name, or keeps it', async () => {
    const id = await add(ines, 'services', toService('Rof repair'))
    const fields = toService('Roof repair')
    expect(await saveEntry(ines, 'services', { id, fields, keepsSlug: true })).toEqual({ ok: true })
    expect(await findEntry(ines, 'services', id)).toMatchObject({ name: 'Roof repair', slug: 'rof-repair' })
    const moved = await saveEntry(ines, 'services', { id, fields, keepsSlug: false })
    expect(moved).toEqual({ ok: true, movedTo: 'roof-repair' })
  })

  test('refuses the slug of another entry, and the entry of another account', async () => {
    await add(ines, 'cities', toFields('Lima'))
    const id = await add(ines, 'cities', toFields('Akron'))
    const lima = { id, fields: toFields('Lima'), keepsSlug: false }
    expect(await saveEntry(ines, 'cities', lima)).toMatchObject({ reason: 'taken', by: 'Lima, Ohio' })
    expect(await saveEntry(ola, 'cities', lima)).toEqual({ ok: false, reason: 'gone' })
    expect(await findEntry(ola, 'cities', id)).toBeUndefined()
    expect(await findEntry(ines, 'cities', id)).toMatchObject({ name: 'Akron' })
  })
})

describe('deleting', () => {
  test('removes the ticked entries, and restores them unchanged, with their ids', async () => {
    const ids = [await add(ines, 'cities', { ...toFields('Akron'), population: 1, text: 'Tyres.' })]
    await add(ines, 'cities', toFields('Lima'))
    const before = await db.selectFrom('cities').selectAll().orderBy('id').execute()
    expect(await findChosen(ines, 'cities', { ids })).toMatchObject({ count: 1, labels: ['Akron, Ohio'] })
    expect(await deleteEntries(ines, 'cities', { ids })).toEqual({ ok: true, count: 1 })
    expect(await listNames(ines, 'cities')).toEqual(['Lima'])
    expect(await findDeleted(ines, 'cities')).toEqual({ count: 1, labels: ['Akron, Ohio'] })
    expect(await restoreEntries(ines, 'cities')).toEqual({ ok: true, restored: 1 })
    expect(await db.selectFrom('cities').selectAll().orderBy('id').execute()).toEqual(before)
    expect(await findDeleted(ines, 'cities')).toBeUndefined()
    expect(await restoreEntries(ines, 'cities')).toEqual({ ok: false, reason: 'gone' })
  })

  test('of all entries that a filter finds leaves the others', async () => {
    for (const [name, state] of [
      ['Reno', 'Texas'],
      ['Reno', 'Nevada'],
      ['Paris', 'Texas'],
    ])
      await add(ines, 'cities', toFields(name ?? '', state))
    expect(await deleteEntries(ines, 'cities', { query: 'reno  TEXAS' })).toEqual({ ok: true, count: 1 })
    expect(await deleteEntries(ines, 'cities', { query: '%' })).toEqual({ ok: false, reason: 'gone' })
    expect(await listNames(ines, 'cities')).toEqual(['Paris', 'Reno'])
  })

  test('of all entries that a filter finds is refused if their number is not the confirmed one', async () => {
    await add(ines, 'cities', toFields('Akron'))
    await add(ines, 'cities', toFields('Lima'))
    const changed = { ok: false, reason: 'changed', found: 2 }
    expect(await deleteEntries(ines, 'cities', { query: '', agreed: 1 })).toEqual(changed)
    expect(await deleteEntries(ines, 'cities', { query: '', agreed: 2 })).toEqual({ ok: true, count: 2 })
  })

  test('leaves the entries of another account, and a refused deletion keeps the last one restorable', async () => {
    const id = await add(ines, 'cities', toFields('Akron'))
    expect(await deleteEntries(ola, 'cities', { ids: [id] })).toEqual({ ok: false, reason: 'gone' })
    await deleteEntries(ines, 'cities', { ids: [id] })
    expect(await deleteEntries(ines, 'cities', { ids: [id] })).toEqual({ ok: false, reason: 'gone' })
    expect(await findDeleted(ola, 'cities')).toBeUndefined()
    expect(await findDeleted(ines, 'cities')).toMatchObject({ count: 1 })
  })

  test('restores no second copy of an entry that was added again', async () => {
    const id = await add(ines, 'services', toService('Roof repair'))
    await deleteEntries(ines, 'services', { ids: [id] })
    await add(ines, 'services', toService('Roof repair'))
    expect(await restoreEntries(ines, 'services')).toEqual({ ok: true, restored: 0 })
    expect(await countEntries(ines, 'services')).toBe(1)
  })

  test('counts only missing entries against the limit when it restores', async () => {
    await fill(ines, 'services', CATALOGUE.services.limit)
    await deleteEntries(ines, 'services', { query: '' })
    await fill(ines, 'services', CATALOGUE.services.limit - 1)
    expect(await restoreEntries(ines, 'services')).toEqual({ ok: true, restored: 1 })
    await deleteEntries(ines, 'services', { query: 'No 1' })
    await upload(
      ines,
      'services',
      `name\n${Array.from({ length: 111 }, (_, index) => `New ${index}`).join('\n')}`,
    )
    await confirm(ines, 'services', false)
    expect(await restoreEntries(ines, 'services')).toEqual({ ok: false, reason: 'too-many' })
  })
})

describe('an import', () => {
  const LIST = 'name,state,population,notes\nAkron,Ohio,190469,Tyres.\nLima,Ohio,,\nLima,ohio,3,\n,Ohio,,\n'

  test('shows its changes before it makes them once, and changes nothing when it is repeated', async () => {
    await add(ines, 'cities', { ...toFields('Akron'), text: 'Rubber.' })
    expect(await upload(ines, 'cities', LIST)).toEqual({ ok: true })
    expect(await countEntries(ines, 'cities')).toBe(1)
    expect(await findImport(ines, 'cities')).toMatchObject({
      fileName: 'list.csv',
      toAdd: 1,
      samples: [{ name: 'Lima', state: 'Ohio', slug: 'lima-ohio', population: null, text: '' }],
      present: { count: 1, changed: 1, first: [{ line: 2, name: 'Akron', isChanged: true }] },
      repeated: { count: 1 },
      refused: { count: 1 },
      isTooMany: false,
    })
    expect(await confirm(ines, 'cities', false)).toEqual({ ok: true, added: 1, updated: 0 })
    const nothing = { ok: false, reason: 'not-pending' }
    expect(await confirm(ines, 'cities', false)).toEqual(nothing)
    await upload(ines, 'cities', LIST)
    expect(await confirm(ines, 'cities', false)).toEqual({ ok: true, added: 0, updated: 0 })
    expect(await listEntries(ines, 'cities', { query: 'akron', page: 1 })).toMatchObject({
      total: 2,
      rows: [{ text: 'Rubber.', population: null }],
    })
  })

  test('updates existing entries if that is asked for, and clears no field', async () => {
    await add(ines, 'cities', toFields('Akron'))
    await add(ines, 'cities', { ...toFields('Lima'), population: 5, text: 'Beans.' })
    await upload(ines, 'cities', LIST)
    expect(await confirm(ines, 'cities', true)).toEqual({ ok: true, added: 0, updated: 1 })
    expect((await listEntries(ines, 'cities', { query: '', page: 1 })).rows).toMatchObject([
      { name: 'Akron', population: 190_469, text: 'Tyres.' },
      { name: 'Lima', population: 5, text: 'Beans.' },
    ])
  })

  test('takes the file that was confirmed, not one that has replaced it since', async () => {
    await upload(ines, 'cities', LIST)
    const { readingId = '' } = (await findImport(ines, 'cities')) ?? {}
    await upload(ines, 'cities', 'name,state\nReno,Nevada')
    const done = await applyImport(ines, 'cities', { readingId, updates: false })
    expect(done).toEqual({ ok: false, reason: 'not-pending' })
    expect(await countEntries(ines, 'cities')).toBe(0)
    expect(await findImport(ines, 'cities')).toMatchObject({ toAdd: 1 })
  })

  test('of services brings their descriptions', async () => {
    await upload(ines, 'services', 'Service;Description\nRoof repair;"Slates; tiles"\n')
    expect(await confirm(ines, 'services', false)).toEqual({ ok: true, added: 1, updated: 0 })
    await upload(ines, 'services', 'Service;Description\nRoof repair;Slates\n')
    expect(await confirm(ines, 'services', true)).toEqual({ ok: true, added: 0, updated: 1 })
    expect((await listEntries(ines, 'services', { query: '', page: 1 })).rows).toMatchObject([
      { name: 'Roof repair', text: 'Slates' },
    ])
  })

  test('is the account’s own, and can be discarded', async () => {
    await upload(ines, 'cities', LIST)
    expect(await findImport(ola, 'cities')).toBeUndefined()
    expect(await findImport(ines, 'services')).toBeUndefined()
    expect(await discardImport(ola, 'cities')).toBe(false)
    expect(await discardImport(ines, 'cities')).toBe(true)
    expect(await findImport(ines, 'cities')).toBeUndefined()
  })

  test('beyond the limit of an account is refused as a whole', async () => {
    await fill(ines, 'services', 499)
    await upload(ines, 'services', 'name\nOne more\nAnother more\n')
    expect(await findImport(ines, 'services')).toMatchObject({ toAdd: 2, isTooMany: true })
    expect(await confirm(ines, 'services', false)).toEqual({ ok: false, reason: 'too-many' })
    expect(await countEntries(ines, 'services')).toBe(499)
  })

  test('of 50,000 lines is accepted, with a line end after the last and with the character 0', async () => {
    const tooLong = `a${'🌊'.repeat(150)},Ohio`
    const lines = ['name,state,not\0 read', tooLong, ...Array<string>(49_999).fill('Akron,Ohio,\0')]
    expect(await upload(ines, 'cities', `${lines.join('\r\n')}\r\n`)).toEqual({ ok: true })
    expect(await findImport(ines, 'cities')).toMatchObject({
      toAdd: 1,
      columns: { unused: ['not\ufffd read'] },
      repeated: { count: 49_998 },
      refused: { count: 1 },
    })
  })

  test.each([
    ['', 'Choose a CSV file'],
    [' \n ', 'Choose a CSV file'],
    ['name,state\n', 'nothing after it'],
    ['town,county\nAkron,Summit', 'none of them is “state”. Found: town, county.'],
    ['name,state\nAkron,"Ohio', 'from line 2 on'],
    [Buffer.from('name,state\nCa\xF1on City,Colorado', 'latin1'), 'CSV UTF-8'],
    [`name,state\n${'a\n'.repeat(50_001)}`, '50,000 lines'],
    [`name,state\r${'a\r'.repeat(50_001)}`, '50,000 lines'],
    [`${`${'h'.repeat(41)},`.repeat(21)}\nAkron`, `Found: ${`${'h'.repeat(40)}…, `.repeat(20)}….`],
    ['a'.repeat(5 * 1024 * 1024 + 1), '5 MB'],
  ])(
    'that cannot be read is refused with the reason, and the earlier import is gone',
    async (text, sentence) => {
      await upload(ines, 'cities', LIST)
      const kept = await upload(ines, 'cities', text)
      expect(kept.ok ? '' : toImportProblem('cities', kept)).toContain(sentence)
      expect(await findImport(ines, 'cities')).toBeUndefined()
    },
  )

  test('that is not confirmed for a day is deleted, and so is a deletion of a day ago', async () => {
    const id = await add(ines, 'cities', toFields('Akron'))
    await deleteEntries(ines, 'cities', { ids: [id] })
    await upload(ines, 'cities', LIST)
    await pruneCatalogue()
    expect(await findDeleted(ines, 'cities')).toMatchObject({ count: 1 })
    expect(await findImport(ines, 'cities')).toMatchObject({ toAdd: 2 })
    const longAgo = new Date(Date.now() - 25 * 3600_000)
    await db.updateTable('deletedEntries').set({ deletedAt: longAgo }).execute()
    await db.updateTable('catalogueImports').set({ createdAt: longAgo }).execute()
    await pruneCatalogue()
    expect(await findDeleted(ines, 'cities')).toBeUndefined()
    expect(await findImport(ines, 'cities')).toBeUndefined()
  })
})

const read = (name: string) => readFileSync(`${CORPUS}/${name}`)

describe.runIf(isDeep && existsSync(CORPUS))('the cities and services of a whole country', () => {
  test('are imported, found, deleted and restored', async () => {
    await upload(ines, 'cities', read('cities.csv'))
    const preview = await findImport(ines, 'cities')
    expect(preview).toMatchObject({ toAdd: 19_467, repeated: { count: 17 }, refused: { count: 0 } })
    expect(await confirm(ines, 'cities', false)).toMatchObject({ added: 19_467 })
    const found = await listEntries(ines, 'cities', { query: 'st anthony', page: 1 })
    expect(found).toMatchObject({ total: 19_467, found: 3, pageCount: 1 })
    expect(await listEntries(ines, 'cities', { query: '', page: 9999 })).toMatchObject({
      page: 390,
      pageCount: 390,
      rows: expect.objectContaining({ length: 17 }) as object,
    })
    expect(await deleteEntries(ines, 'cities', { query: 'ohio' })).toMatchObject({ ok: true })
    expect(await deleteEntries(ines, 'cities', { query: '' })).toMatchObject({ ok: true })
    expect(await countEntries(ines, 'cities')).toBe(0)
    expect(await restoreEntries(ines, 'cities')).toMatchObject({ ok: true })
    await upload(ines, 'cities', read('cities.csv'))
    expect(await confirm(ines, 'cities', true)).toMatchObject({ ok: true, updated: 0 })
    expect(await countEntries(ines, 'cities')).toBe(19_467)
  })

  test('include 157 services with descriptions', async () => {
    await upload(ines, 'services', read('services.csv'))
    expect(await confirm(ines, 'services', false)).toMatchObject({ added: 157 })
    const { rows } = await listEntries(ines, 'services', { query: 'landscaping', page: 1 })
    expect(rows[0]?.text.length).toBeGreaterThan(50)
  })
})
