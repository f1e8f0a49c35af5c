// @store none
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toClientTypes } from '../tools/client-types.ts'

test('the types of the client are those of the API: npm run client-types', async () => {
  expect(readFileSync('client/operations.ts', 'utf8')).toBe(await toClientTypes())
})
