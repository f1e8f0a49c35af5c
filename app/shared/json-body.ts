import type { z } from 'zod'
import { toProblem } from './problem.ts'

const DEPTH_LIMIT = 32

/**
 * The JSON that a program sent, checked. Throws the problem to answer with: 400 for what is no JSON, 422 with the first
 * field that is wrong.
 */
export const readJson = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> =>
  check(parseJson(await request.text()), schema)

/** The same where a program may as well send nothing: that is an empty object. */
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

// No store of text can hold that character.
const dropNullCharacters = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
