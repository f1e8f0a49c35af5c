import { describeContract } from '../../../tests/support/connector-contract.ts'
import type { ConnectorTarget } from '../../../tests/support/connector-target.ts'
import { startGhostFake } from '../../../tests/support/ghost-fake.ts'
import { startWebhookFake } from '../../../tests/support/webhook-fake.ts'
import { startWordPressFake } from '../../../tests/support/wordpress-fake.ts'

describeContract('The fake of WordPress', async () => {
  const fake = await startWordPressFake()
  return {
    ...fake,
    kind: 'wordpress',
    site: { url: fake.url, credentials: { username: fake.username, password: fake.password } },
    listCopies: (deliveryId) =>
      Promise.resolve(
        [...fake.posts.values()]
          .filter(({ content }) => content.includes(deliveryId))
          .map(({ id, status }) => ({ remoteId: String(id), isPublic: status === 'publish' })),
      ),
    deleteCopy: (remoteId) => Promise.resolve(void fake.posts.delete(Number(remoteId))),
    hasHead: false,
  } satisfies ConnectorTarget<'wordpress'>
})

describeContract('The fake of Ghost', async () => {
  const fake = await startGhostFake()
  return {
    ...fake,
    kind: 'ghost',
    site: { url: fake.url, credentials: { key: fake.key } },
    listCopies: (deliveryId) =>
      Promise.resolve(
        [...fake.posts.values()]
          .filter(({ tags }) => tags.some(({ name }) => name.includes(deliveryId)))
          .map(({ id, status }) => ({ remoteId: id, isPublic: status === 'published' })),
      ),
    deleteCopy: (remoteId) => Promise.resolve(void fake.posts.delete(remoteId)),
    hasHead: true,
  } satisfies ConnectorTarget<'ghost'>
})

describeContract('The fake of a webhook receiver', async () => {
  const fake = await startWebhookFake()
  return {
    ...fake,
    kind: 'webhook',
    site: { url: fake.url, credentials: { secrets: [fake.settings.secret] } },
    listCopies: (deliveryId) => {
      const copy = fake.copies.get(deliveryId)
      return Promise.resolve(copy ? [{ remoteId: `copy-${deliveryId}`, isPublic: copy.isPublic }] : [])
    },
    hasHead: true,
  } satisfies ConnectorTarget<'webhook'>
})
