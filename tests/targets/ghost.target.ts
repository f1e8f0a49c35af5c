import { describe } from 'vitest'
import { describeContract } from '../support/connector-contract.ts'
import type { ConnectorTarget } from '../support/connector-target.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { startGhost } from '../support/ghost-server.ts'

const folder = process.env.TARGET_GHOST ?? ''

describe.skipIf(folder === '')('the real Ghost', () => {
  describeContract('as a custom integration', async () => {
    const ghost = await startGhost({ folder, node: process.env.TARGET_GHOST_NODE ?? 'node' })
    const proxy = await startFaultyProxy(ghost.url)
    return {
      ...proxy,
      kind: 'ghost',
      site: { url: proxy.url, credentials: { key: ghost.key } },
      listCopies: ghost.listCopies,
      deleteCopy: ghost.deletePost,
      hasHead: true,
      async close() {
        await proxy.close()
        await ghost.close()
      },
    } satisfies ConnectorTarget<'ghost'>
  })
})
