import type { z } from 'zod'
import { parseExactJson, RECORD_DEPTH, TooDeepError } from '../../shared/json.ts'
import { isStorable } from '../../shared/storable.ts'
import type { FieldError } from './api.ts'
import { givenTwice, unknownField, unstorable } from './messages.ts'
import { refuse, type Refusal } from '../../shared/refusal.ts'

/** A part of a request that its shape accepts, or what is wrong with it. */
export type Checked<T> = { ok: true; value: T } | Refusal<'invalid-request', { errors: FieldError[] }>

const ERRORS_SHOWN = 100

/** Checks a part of a request. The errors name each wrong field, each unknown one, and each text that no store takes. */
export function check<T>(value: unknown, shape: z.ZodType<T>): Checked<T> {
  const unstored = listUnstorable(value)
  const parsed = shape.safeParse(value)
  if (parsed.success && unstored.length === 0) return { ok: true, value: parsed.data }
  const errors = [...unstored, ...(parsed.error?.issues ?? []).flatMap(toErrors)]
  return refuse('invalid-request', { errors: errors.slice(0, ERRORS_SHOWN) })
}

function toErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: toField([...path, key]), message: unknownField }))
  return [{ field: toField(path), message: issue.message }]
}

const toField = (path: string[]) => path.join('.').toWellFormed() || 'body'

function listUnstorable(value: unknown, path: string[] = []): FieldError[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ field: toField(path), message: unstorable }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => listUnstorable(inner, [...path, name]))
}

/** Returns the query of an address as an object, or the names that it has twice. */
export function readQuery(search: URLSearchParams): Checked<Record<string, string>> {
  const names = [...search.keys()]
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
  return twice.length > 0
    ? refuse('invalid-request', {
        errors: twice.map((name) => ({ field: toField([name]), message: givenTwice })),
      })
    : { ok: true, value: Object.fromEntries(search) }
}

/** Returns the bytes of a body as a value; an empty object for no bytes. */
export function readBody(
  bytes: ArrayBuffer,
): { ok: true; value: unknown } | Refusal<'invalid-utf8' | 'invalid-json' | 'too-deep'> {
  const text = decode(bytes)
  if (text === undefined) return refuse('invalid-utf8')
  try {
    return { ok: true, value: text.trim() === '' ? {} : parseExactJson(text, RECORD_DEPTH) }
  } catch (error) {
    return refuse(error instanceof TooDeepError ? 'too-deep' : 'invalid-json')
  }
}

function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
