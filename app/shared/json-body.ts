import type { z } from 'zod'
import { parseJson, RECORD_DEPTH, TooDeepError } from './json.ts'
import { toProblem } from './problem.ts'

/**
 * Returns the JSON body of a request, checked by a schema. Throws the problem response: 400 if the body is no JSON, 422
 * with the first wrong field.
 */
export const readJson = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> =>
  check(parseBody(await request.text()), schema)

/** Returns the same for a request whose body is optional: no body counts as an empty object. */
export const readOptionalJson = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> =>
  check(parseBody((await request.text()).trim() || '{}'), schema)

function check<T>(value: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'body'
  throw toProblem(422, { code: 'invalid_body', message: `${field}: ${issue?.message ?? 'wrong'}` })
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text, RECORD_DEPTH)
  } catch (error) {
    if (!(error instanceof TooDeepError))
      throw toProblem(400, { code: 'invalid_json', message: 'The body is no JSON.' })
  }
  throw toProblem(400, {
    code: 'too_deep',
    message: `The body is nested deeper than ${RECORD_DEPTH} levels.`,
  })
}
