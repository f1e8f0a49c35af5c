import type { SendAnswer } from './saver-parts.ts'
import { type DraftState, type SaveAnswer, toSavePath } from './drafts.ts'
import { readTextOwner, type TextOwner } from '../../../shell/unsaved-texts.ts'
import { refuse } from '../../../shared/refusal.ts'

const SAVE_TIMEOUT_MS = 15_000
// Browsers send at most 64 KB after their page is closed, in bytes of UTF-8.
const KEEPALIVE_LIMIT = 60_000

/** Returns the draft as the server has it; undefined if it has none or does not answer. */
export async function findSaved(id: string): Promise<DraftState | undefined> {
  try {
    const answer = await fetch(toSavePath(id), { redirect: 'manual' })
    return answer.ok ? (((await answer.json()) as DraftState | null) ?? undefined) : undefined
  } catch {
    return undefined
  }
}

/** Saves a draft, also while its page is being closed. The server refuses it if another person or account acts. */
export async function sendDraft(owner: TextOwner, id: string, save: object): Promise<SendAnswer> {
  try {
    const body = JSON.stringify({ ...readTextOwner(owner), ...save })
    const signal = AbortSignal.timeout(SAVE_TIMEOUT_MS)
    const keepalive = new Blob([body]).size < KEEPALIVE_LIMIT
    const answer = await fetch(toSavePath(id), {
      method: 'POST',
      body,
      redirect: 'manual',
      signal,
      keepalive,
    })
    if (answer.type === 'opaqueredirect' || answer.status === 401) return refuse('signed-out')
    if (isAnswer(answer)) return (await answer.json()) as SaveAnswer
    return refuse(answer.status < 500 ? 'wrong-form' : 'unreachable')
  } catch {
    return refuse('unreachable')
  }
}

const isAnswer = ({ status, headers }: Response) =>
  status < 500 && headers.get('content-type')?.startsWith('application/json')
