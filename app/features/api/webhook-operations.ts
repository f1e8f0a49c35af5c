import type { Operation } from './operation.ts'
import { noBody, noQuery, pageOf, pageQuery } from './shapes.ts'
import { cursorQuery } from './seo-shapes.ts'
import {
  newWebhook,
  ownWebhook,
  webhookAdded,
  webhookChanges,
  webhookMessage,
  webhookSecret,
} from './webhook-shapes.ts'

const ofWebhook = '/v1/webhooks/{webhookId}'
const read = { method: 'GET', scope: 'webhooks:read', query: noQuery, status: 200 } as const
const write = { scope: 'webhooks:write', query: noQuery } as const

/** The operations on the webhooks of the account, and on their messages. */
export const WEBHOOK_OPERATIONS = {
  listWebhooks: {
    ...read,
    path: '/v1/webhooks',
    summary: 'Lists the webhooks, the oldest first.',
    query: pageQuery,
    answer: pageOf(ownWebhook),
  },
  addWebhook: {
    ...write,
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Adds a webhook, which is told of events. It needs a fresh sign-in.',
    body: newWebhook,
    status: 201,
    answer: webhookAdded,
    once: 'secret',
    sends: ['Location'],
  },
  findWebhook: { ...read, path: ofWebhook, summary: 'Returns a webhook.', answer: ownWebhook },
  changeWebhook: {
    ...write,
    method: 'PATCH',
    path: ofWebhook,
    summary: 'Pauses or starts a webhook. Its address and events need a fresh sign-in.',
    body: webhookChanges,
    status: 200,
    answer: ownWebhook,
  },
  deleteWebhook: {
    ...write,
    method: 'DELETE',
    path: ofWebhook,
    summary: 'Deletes a webhook with its log.',
    body: noBody,
    status: 204,
  },
  renewWebhookSecret: {
    ...write,
    method: 'POST',
    path: `${ofWebhook}/secret`,
    summary: 'Makes another secret for a webhook. It needs a fresh sign-in.',
    body: noBody,
    status: 201,
    answer: webhookSecret,
    once: 'secret',
  },
  testWebhook: {
    ...write,
    method: 'POST',
    path: `${ofWebhook}/test`,
    summary: 'Sends a message that only says that it is a test.',
    body: noBody,
    status: 204,
  },
  listWebhookMessages: {
    ...read,
    path: `${ofWebhook}/messages`,
    summary: 'Lists the messages of a webhook with their attempts, the newest first.',
    query: cursorQuery,
    answer: pageOf(webhookMessage),
  },
  replayWebhookMessage: {
    ...write,
    method: 'POST',
    path: `${ofWebhook}/messages/{messageId}/replay`,
    summary: 'Sends a message again, with its id, so that its receiver knows it.',
    body: noBody,
    status: 204,
  },
} as const satisfies Record<string, Operation>
