import { expect, test } from 'vitest'
import { makeBombs, makeHostileFiles } from '../../../../tests/support/hostile-files.ts'
import { readOne } from '../../../../tests/support/source-files.ts'
import { parseRecord } from './commands.server.ts'
import { UnreadableFile } from './files.ts'

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
