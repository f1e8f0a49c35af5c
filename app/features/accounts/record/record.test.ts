import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../accounts.ts'
import { note } from './commands.server.ts'
import { exportRecord } from './export-record.server.ts'
import { findRecord } from './queries.server.ts'
import { parseRecordFilter } from './record.ts'

let ines: Operator

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator('ines@example.com')
  await writeAs(ines, (trx) => note(trx, ines, ['published', 'A quiet harbour']))
})

const find = async (search: string) =>
  (await findRecord(ines, parseRecordFilter(new URLSearchParams(search)), 1)).lines.map(({ act }) => act)

test.each([
  ['from=2026-01-01', 1],
  ['to=2020-01-01', 0],
  ['from=0000-01-01&to=2026-02-31', 0], // a day that is none
  ['to=none', 1],
  ['person=nobody', 1],
])('the record with the filter %s has %i lines', async (search, lines) => {
  expect(await find(search)).toHaveLength(lines)
})

test('the screen names the browser of a sign-in, and an export has its whole header', async () => {
  const header = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  await writeAs(ines, (trx) => note(trx, ines, ['signed-in', header]))
  const everything = parseRecordFilter(new URLSearchParams())
  expect((await findRecord(ines, everything, 1)).lines[0]?.about).toBe('Firefox on Linux')
  expect(await new Response(await exportRecord(ines, everything, true)).json()).toContainEqual(
    expect.objectContaining({ about: header }),
  )
})

test('an export of the record is a line of it', async () => {
  const exported = await exportRecord(ines, parseRecordFilter(new URLSearchParams()), true)
  expect(await new Response(exported).json()).toMatchObject([
    { act: 'record-exported' },
    { act: 'published' },
  ])
  expect(await find(`person=${ines.id}`)).toEqual(['record-exported', 'published'])
})
