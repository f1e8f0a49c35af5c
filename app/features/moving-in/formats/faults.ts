import type { z } from 'zod'
import { toStart } from '../../../shared/text.ts'

/** What is wrong with one field of a record. */
export interface Fault {
  field: string
  /** The beginning of its value; undefined if it is missing. */
  value: string | undefined
  problem: string
}

const VALUE_LENGTH = 80

/** Returns what a schema says of a field of a record, with the beginning of its value. */
export function toFault({ path, code, message }: z.core.$ZodIssue, input: unknown): Fault {
  const value = path.reduce<unknown>((within, key) => Object(within)[key], input)
  const isMissing = value === undefined || value === null || value === ''
  const shown = isMissing
    ? undefined
    : toStart(typeof value === 'string' ? value : JSON.stringify(value), VALUE_LENGTH)
  const problem = isMissing ? 'It is missing. Add it.' : (OWN_WORDS[code] ?? message)
  return { field: path.join('.') || 'record', value: shown, problem }
}

const OWN_WORDS: Partial<Record<string, string>> = {
  invalid_type: 'This is not the kind of value that the field has: a text, a list or a number.',
  too_small: 'It is empty. Write something.',
}

/** Returns a fault as a sentence. */
export const sayFault = ({ field, value, problem }: Fault) =>
  value === undefined || problem.startsWith('At most')
    ? `${field}: ${problem}`
    : `${field}: “${value}”. ${problem}`
