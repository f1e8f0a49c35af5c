import { describe, expect, onTestFinished, test } from 'vitest'
import { findConnector } from '../../app/connectors/sites/connectors.server.ts'
import { env } from '../../app/platform/env.server.ts'
import { describeContract } from '../support/connector-contract.ts'
import { type ConnectorTarget, failureOf, makeOutgoing } from '../support/connector-target.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { startGhost } from '../support/ghost-server.ts'

const { TARGET_GHOST: folder = '', TARGET_GHOST_NODE: node = 'node' } = process.env

describe.skipIf(folder === '')('the real Ghost', () => {
  describeContract('as a custom integration', async () => {
    const ghost = await startGhost({ folder, node })
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

  test.each([
    ['the key of a deleted integration', /^./, 'does not know this Admin API key'],
    ['a key with another secret', /.$/, 'another secret'],
  ])('%s is explained in a sentence', async (_, digit, sentence) => {
    const ghost = await startGhost({ folder, node })
    onTestFinished(() => ghost.close())
    env.OUTBOUND_ALLOW.add(new URL(ghost.url).host)
    const key = ghost.key.replace(digit, (before) => (before === '0' ? '1' : '0'))
    const site = { url: ghost.url, credentials: { key } }
    const { check, publish } = findConnector('ghost')
    expect((await failureOf(check(site), site)).detail).toContain(sentence)
    expect((await failureOf(publish(site, makeOutgoing()), site)).reason).toBe('unauthorised')
  })
})
