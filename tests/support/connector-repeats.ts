// Whatever goes wrong at whatever step: asked again, a connector ends where it was asked to.
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

/** Declares a test for every operation and fault. */
export function describeRepeats<K extends RemoteKind>(subject: () => ConnectorSubject<K>): void {
  for (const fault of FAULTS)
    test.each(OPERATIONS)(
      `%s, tried again after something went wrong (${fault.kind}) at any step, leaves exactly what was asked for`,
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

// As the deliveries do: again, as long as it may help.
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
    expect((await failureOf(asked, target.site)).isPassing).toBe(true)
  }
  throw new Error('It did not work out.')
}
