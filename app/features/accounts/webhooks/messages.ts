import { type EventKind, FAILING_DAYS, type PauseReason, WEBHOOKS_LIMIT } from './webhooks.ts'

/** What each event tells. */
export const eventTexts: Record<EventKind, string> = {
  'article.published': 'An article was published',
  'article.updated': 'An article was changed',
  'article.unpublished': 'An article was unpublished',
  'article.deleted': 'An article was deleted',
  'delivery.succeeded': 'A site has an article as ordered, or no longer has it',
  'delivery.refused': 'A site refused an article, and it is not tried again',
  'run.ended': 'Long work has ended',
  'landing_page.published': 'A landing page was published',
  'landing_page.updated': 'A landing page was changed',
  'landing_page.unpublished': 'A landing page was unpublished',
  'member.joined': 'A person joined the account',
  'member.left': 'A person left the account',
  'member.role_changed': 'The role of a person was changed',
}

/** What a webhook is, by the reason of its pause. */
export const pauseTexts: Record<PauseReason, string> = {
  person: 'Paused. Events of this time are not sent later.',
  gone: 'Paused: the receiver answered 410, so it wants no more messages.',
  failing: `Paused: no message was accepted for ${FAILING_DAYS} days.`,
}

/** The sentence for each refusal. */
export const webhookRefusals = {
  'url-wrong': 'Enter the https address of a receiver.',
  'kind-needed': 'Tick at least one event.',
  'not-fresh': 'Confirm your password first.',
  'not-found': 'There is no such webhook any more.',
  'too-many': `An account can have ${WEBHOOKS_LIMIT} webhooks. Delete one that you no longer need first.`,
  'url-taken': 'There is a webhook with this address.',
  paused: 'This webhook is paused. Start it again first.',
  'too-often': 'Too many messages by hand in a minute. Wait a little.',
}

/** The toast after each change. */
export const webhookToasts = {
  saved: 'Webhook saved',
  paused: 'Webhook paused',
  resumed: 'Webhook started again',
  deleted: 'Webhook deleted',
  sent: 'The message is on its way',
}

/** The title of the toast if the server did not answer, by the intent of the form. */
export const webhookFailures = {
  other: 'Failed to save the webhook',
  delete: 'Failed to delete the webhook',
  test: 'Failed to send the message',
  replay: 'Failed to send the message',
}
