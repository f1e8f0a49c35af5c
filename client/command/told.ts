import { ApiError } from '../client.ts'

/** What happened to a file. `isDone` is false if it needs a person. */
export interface Told {
  name: string
  outcome: Outcome | 'marked' | 'refused'
  message: string
  isDone: boolean
}

/** The sentence for each outcome, and whether nothing is left to do. */
export const SENTENCES = {
  same: { message: 'Both sides have the same.', isDone: true },
  added: { message: 'New from the desk.', isDone: true },
  pulled: { message: 'Changed as on the desk.', isDone: true },
  merged: { message: 'Changes of both sides were merged.', isDone: true },
  created: { message: 'A draft was made on the desk.', isDone: true },
  pushed: { message: 'The draft on the desk was changed.', isDone: true },
  saved: { message: 'Saved on the desk. Readers see it once it is published.', isDone: true },
  published: { message: 'Readers see it. ', isDone: true },
  live: { message: 'Readers see this text already.', isDone: true },
  new: { message: 'The desk does not have it yet.', isDone: false },
  differs: { message: 'It differs from the desk.', isDone: false },
  'only-there': { message: 'Only the desk has it.', isDone: false },
  conflict: {
    message: 'Both sides changed the same part. Both texts stand between marks. Choose.',
    isDone: false,
  },
  'both-changed': {
    message: 'Both sides changed the same part. Nothing was sent. Pull, choose, and push again.',
    isDone: false,
  },
  gone: { message: 'The desk does not have this article any more. The file stays.', isDone: false },
  missing: {
    message:
      'This file was deleted here, and the desk keeps its article. Pull it by its name to have it again.',
    isDone: false,
  },
} as const satisfies Record<string, { message: string; isDone: boolean }>

/** One of these outcomes. */
export type Outcome = keyof typeof SENTENCES

/** Returns what is told of a file that could not be worked on. Throws what concerns all files. */
export function toRefusal(name: string, error: unknown): Told {
  const concernsAll = error instanceof ApiError ? error.status === 401 : error instanceof TypeError
  if (!(error instanceof Error) || concernsAll) throw error
  const fields =
    error instanceof ApiError ? error.errors.map(({ field, message }) => ` ${field}: ${message}`) : []
  return { name, outcome: 'refused', message: error.message + fields.join(''), isDone: false }
}
