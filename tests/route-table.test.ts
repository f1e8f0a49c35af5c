import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toRouteTable } from '../tools/route-table.ts'

test('the table of routes is up to date', async () => {
  expect(readFileSync('app/platform/web/route-table.ts', 'utf8')).toBe(await toRouteTable())
})
