import type { Scope } from '../../../shared/scopes.ts'
import { API_SESSIONS_LIMIT, type DeviceRefusal, type RefreshRefusal, type TokenRefusal } from './tokens.ts'

/** The sentence of each refusal of an access token. The one about signatures is the spec's (§8). */
export const tokenRefusals: Record<TokenRefusal, string> = {
  malformed: 'Invalid JWT',
  algorithm: 'Unsupported JWT algorithm',
  'unknown-key': 'Unknown JWT signing key',
  signature: 'Invalid JWT signature',
  type: 'Invalid JWT type',
  issuer: 'Invalid JWT issuer',
  audience: 'Invalid JWT audience',
  early: 'JWT not yet valid',
  expired: 'JWT expired',
  claims: 'Invalid JWT claims',
  'session-ended': 'Session has ended',
}

/** The sentence of each refusal of a refresh token. */
export const refreshRefusals: Record<RefreshRefusal, string> = {
  unknown: 'Invalid refresh token',
  reused: 'This refresh token was used before. The session has been ended; please sign in again.',
}

/** Status 401: the account API was called without the public key. */
export const invalidApiKey = 'Invalid API key'

/** The form for a new client has no usable name. */
export const nameMissing = 'Please give it a name, so that you know it again.'
/** The account already has as many clients as allowed. */
export const tooManyClients = `An account can have ${API_SESSIONS_LIMIT} clients. End one that you no longer need first.`
/** A client that was used, or ended, gets no other first token. */
export const clientInUse = 'This client was used or ended meanwhile. Make a new one.'
/** Toast after a client was ended. */
export const clientEnded = 'Client ended'
/** The toast if there is no such client to end. */
export const clientGone = 'There is no such client any more'

/** The title of the toast if the server did not answer, by the intent of the form. */
export const clientFailures = { other: 'Failed to make the client', end: 'Failed to end the client' }

/** What the screen says after the answer to a program that waits. */
export const programAllowed = (name: string) => `“${name}” may act in your name now. Go back to it.`
export const programRefused = 'It was refused. The program gets no access.'

/** The title of the toast if the server did not answer for a program that waits. */
export const programFailure = 'Failed to answer the program'

/** What each scope lets a program do. */
export const scopeTexts: Record<Scope, string> = {
  'articles:read': 'Read articles, drafts, revisions and plans',
  'articles:write': 'Write drafts, which no reader sees',
  'articles:publish': 'Publish, change, plan, unpublish and delete articles',
  'pictures:read': 'Read the library of pictures and their uses',
  'pictures:write': 'Add, describe, replace and delete pictures',
  'sites:read': 'Read the sites, their state and their looks',
  'sites:write': 'Add, change and remove sites, their looks and their pages',
  'labels:read': 'Read tags and authors',
  'labels:write': 'Describe tags and authors, and rename tags in all articles',
  'seo:read': 'Read landing pages, cities, services, audits, links and notices',
  'seo:write': 'Change cities and services, make landing pages, add links, notify search engines',
  'imports:write': 'Import articles, and take imports back',
  'settings:read': 'Read the SEO settings',
  'settings:write': 'Change the SEO settings',
  'runs:read': 'Follow long work',
  'members:read': 'Read the people of the account and its invitations',
  'members:write': 'Invite, place and remove people',
  'record:read': 'Read the record of the account',
  'webhooks:read': 'Read the webhooks and the log of their messages',
  'webhooks:write': 'Pause, test and delete webhooks, and send their messages again',
}

/** The sentence of each reason why a poll of a program gets no token. */
export const deviceRefusals: Record<DeviceRefusal, string> = {
  authorization_pending: 'Nobody has approved it yet.',
  slow_down: 'Poll less often.',
  access_denied: 'It was refused.',
  expired_token: 'The code is not valid any more.',
}

/** Why a typed code leads to no program. */
export const codeRefusals = {
  gone: 'No program waits for this code. Look at it again, or start anew: a code is valid for ten minutes.',
  'too-often': 'There were many codes. Please wait ten minutes.',
  'too-many': 'An account can have no more clients. End one that you no longer need first.',
  'no-scope': 'Tick at least one thing that the program may do.',
}

/** The form for a token of a server has no scope. */
export const scopeNeeded = 'Tick at least one thing that the token may do.'
/** Toast after the former token of a server was ended. */
export const formerTokenEnded = 'The former token was ended'
