import { beforeAll, expect, test } from 'vitest'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

let server: TestServer
let owner: string
let other: string

beforeAll(async () => {
  server = await shareServer()
  owner = (await signUp(server)).cookie // the first account owns the site
  other = (await signUp(server)).cookie
})

const read = async (cookie: string) =>
  (await server.ask('/account/data', { headers: { cookie } })).body.replaceAll('<!-- -->', '')

test('the site owner alone sees that no backups are made', async () => {
  expect(await read(owner)).toContain('This server makes no backups by itself. Set BACKUP_TO')
  expect(await read(other)).not.toContain('Backups of this installation')
})

test('the site owner cannot delete the account, and reads why', async () => {
  const form = { articles: 'keep', password: 'a long enough password' }
  const refused = await server.ask('/account/data', { form, headers: { cookie: owner } })
  expect(refused.status).toBe(422)
  expect(refused.body).toContain('This account owns the site. Name another owner first')
})

test('the last failure of a backup is shown with its time', async () => {
  await queryStore(
    server,
    `insert into backup_state (good_at, good_place, good_bytes, good_seconds, failed_at, failure)
     values ('2026-11-25T03:00Z', '/backups', 12345678, 7.2, '2026-11-26T03:00Z', 'There is no room left in /backups.')`,
  )
  expect(await read(owner)).toContain('Nov 26, 2026, 03:00 UTC: There is no room left in /backups.')
  expect(await read(other)).not.toContain('/backups')
})
