import type { z } from 'zod'
import type { fieldError } from './shapes.ts'

/** What is wrong with one field of a request. `field` is its path, such as `tags.0`. */
export type FieldError = z.output<typeof fieldError>

/** A reason why an idempotency key is refused. */
export type KeyRefusal = 'invalid-key' | 'other-request' | 'busy' | 'too-many-keys'

/** Hours for which the answer to an idempotency key is kept. */
export const KEY_HOURS = 24
/** Seconds after which another request may take a key over whose request did not end, as after a crash. */
export const KEY_HOLD_S = 120
/** The most keys of a person in a day. */
export const KEYS_A_DAY = 10_000

const KEY = /^[\x21-\x7e]{1,255}$/

/** Returns true if a header can be an idempotency key. */
export const isKey = (header: string): boolean => KEY.test(header)

/** Returns true if an If-Match header names an ETag (RFC 9110, 13.1.1). */
export const namesVersion = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((each) => each.trim() === etag)

/** Returns true if an If-Match header names a version, and not any. */
export const pinsVersion = (header: string | undefined): boolean =>
  header !== undefined && header.trim() !== '*'

const TEXT_PARAMETERS = new Set(['tag', 'author'])

/** Returns true for a part of a path that is a text. The others are ids, but for `number` and `position`. */
export const isTextParameter = (name: string): boolean => TEXT_PARAMETERS.has(name)
