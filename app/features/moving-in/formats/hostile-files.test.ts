import { expect, test } from 'vitest'
import { makeBombs, makeHostileFiles } from '../../../../tests/support/hostile-files.ts'
import { listLost, readOne, toWxr } from '../../../../tests/support/source-files.ts'
import { parseRecord, UnreadableFile } from './formats.ts'

const files = [...(await makeBombs()), ...(await makeHostileFiles())]

test.each(files.map((file) => [file.what, file] as const))(
  'nothing comes in of %s',
  async (_, { name, bytes }) => {
    const found = await readOne(name, bytes).catch((error: unknown) => {
      if (error instanceof UnreadableFile) return []
      throw error
    })
    expect(found.filter((each) => 'fields' in each && parseRecord(each.fields).ok)).toEqual([])
  },
)

test('a file loses things of a thousand kinds at most; the others are counted together', async () => {
  const terms = Array.from({ length: 1200 }, (_, n) => `<category domain="d${n}" nicename="a">A</category>`)
  const lost = listLost(await readOne('a.xml', toWxr([{ '+terms': terms.join('') }])))
  expect(Object.keys(lost)).toHaveLength(1001)
  expect(lost['things of other kinds']).toBe(200)
})
