// After any fault at any step, a repeated operation of a connector has the wanted result.
import { expect, test } from 'vitest'
import type { OutgoingArticle, RemoteCopy, RemoteKind } from '../../app/connectors/sites/site-connector.ts'
import { type ConnectorSubject, failureOf, findCopy, makeOutgoing } from './connector-target.ts'
import type { Fault } from './faulty-server.ts'

type Operation = 'publish' | 'update' | 'unpublish' | 'remove'
const OPERATIONS: Operation[] = ['publish', 'update', 'unpublish', 'remove']

const FAULTS: Fault[] = [
  { kind: 'drop' },
  { kind: 'fail', status: 500 },
  { kind: 'twice' },
  { kind: 'refuse' },
  { kind: 'answer', status: 503, headers: { 'retry-after': '1' }, body: 'later' },
]

/** Declares a test for every operation and every fault. */
export function describeRepeats<K extends RemoteKind>(subject: () => ConnectorSubject<K>): void {
  for (const fault of FAULTS)
    test.each(OPERATIONS)(
      `%s has the wanted result if it is repeated after a fault (${fault.kind}) at any step`,
      (operation) => tryEveryStep(subject(), operation, fault),
    )
}

async function tryEveryStep<K extends RemoteKind>(
  subject: ConnectorSubject<K>,
  operation: Operation,
  fault: Fault,
): Promise<void> {
  const { target, connector } = subject
  let hasHappened = true
  for (let step = 0; hasHappened; step += 1) {
    const article = makeOutgoing()
    const before = operation === 'publish' ? undefined : await connector.publish(target.site, article)
    target.failNext(fault, { skip: step })
    await untilDone(subject, () => run(subject, operation, { article, before }))
    hasHappened = target.clearFaults()
    const copy = await findCopy(subject, article)
    if (operation === 'remove') expect(copy).toBeUndefined()
    else expect(copy?.isPublic).toBe(operation !== 'unpublish')
  }
}

async function run<K extends RemoteKind>(
  { target, connector }: ConnectorSubject<K>,
  operation: Operation,
  { article, before }: { article: OutgoingArticle; before: RemoteCopy | undefined },
): Promise<void> {
  const { site } = target
  const { deliveryId } = article
  if (operation === 'publish') await connector.publish(site, article)
  else if (operation === 'update' && before) await connector.update(site, { ...article, orders: 2 }, before)
  else {
    const remoteId = before?.remoteId ?? null
    await connector.unpublish(site, { deliveryId, orders: 2, remoteId, forGood: operation === 'remove' })
  }
}

// Like deliveries: repeats the operation as long as a repeat may help.
async function untilDone<K extends RemoteKind>(
  { target }: ConnectorSubject<K>,
  operation: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const asked = operation()
    const isDone = await asked.then(
      () => true,
      () => false,
    )
    if (isDone) return
    expect((await failureOf(asked, target.site)).isRetryable).toBe(true)
  }
  throw new Error('Three attempts failed.')
}
