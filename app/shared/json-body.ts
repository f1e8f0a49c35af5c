import type { z } from 'zod'
import { toProblem } from './problem.ts'

const DEPTH_LIMIT = 32

/**
 * Returns the JSON body of a request, checked by a schema. Throws the problem response: 400 if the body is no JSON, 422
 * with the first wrong field.
 */
export const readJson = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> =>
  check(parseJson(await request.text()), schema)

/** Returns the same for a request whose body is optional: no body counts as an empty object. */
export const readOptionalJson = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> =>
  check(parseJson((await request.text()).trim() || '{}'), schema)

function check<T>(value: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'body'
  throw toProblem(422, { code: 'invalid_body', message: `${field}: ${issue?.message ?? 'wrong'}` })
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, dropNullCharacters)
    if (!isDeeper(value, DEPTH_LIMIT)) return value
  } catch {
    throw toProblem(400, { code: 'invalid_json', message: 'The body is no JSON.' })
  }
  throw toProblem(400, { code: 'too_deep', message: `The body is nested deeper than ${DEPTH_LIMIT} levels.` })
}

// Postgres cannot store this character in a text.
const dropNullCharacters = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
