import { v7 as uuidv7 } from 'uuid'
import type { TextOwner } from '../../../shell/unsaved-texts.ts'
import { DraftSaver } from './draft-saver.ts'
import { toDraftText } from './drafts.ts'
import { forgetDraft, type KeptDraft, listKept } from './kept-drafts.ts'
import { sendDraft } from './use-draft-requests.ts'

/** The savers of the open forms of this tab, by the ids of their drafts. */
const open = new Map<string, DraftSaver>()
/** The last saves of closed forms that have no answer yet. */
const leaving = new Map<string, Promise<void>>()

/** Registers the saver of a form that is opened. Returns the last save of the form before it, if that has no answer yet. */
export function openSaver(id: string, saver: DraftSaver): Promise<void> | undefined {
  open.set(id, saver)
  return leaving.get(id)
}

/** Saves the text of a form that is closed. */
export function closeSaver(id: string, saver: DraftSaver): void {
  if (open.get(id) === saver) open.delete(id)
  const save = saver.leave().finally(() => {
    if (leaving.get(id) === save) leaving.delete(id)
  })
  leaving.set(id, save)
}

/**
 * Sends all texts of a person for an account that only this browser has: those of open forms, and those that it keeps.
 * Returns the titles of the texts that neither the server nor the storage of this browser has after that.
 */
export async function saveUnsaved(owner: TextOwner): Promise<string[]> {
  await Promise.all([...open.values()].map((saver) => saver.save()))
  for (const kept of listKept(owner, localStorage))
    if (!open.has(kept.typed.draftId)) await sendKept(owner, kept)
  return [...open.values()].filter((saver) => !saver.keep()).map((saver) => saver.readTitle())
}

const TRIES = 3 // another tab may save the same draft at the same time

/** Sends a kept text as its form would. A text in conflict with a newer one stays in this browser. */
async function sendKept(owner: TextOwner, kept: KeptDraft): Promise<void> {
  const { typed, base, articleVersion } = kept
  const { draftId } = typed
  let id = draftId
  let text = toDraftText(typed)
  const saver = new DraftSaver(
    {
      read: () => text,
      write: (merged) => (text = merged),
      send: async (save) => {
        const answer = await sendDraft(owner, id, save)
        if (answer.ok || answer.reason !== 'gone' || articleVersion !== undefined) return answer
        id = uuidv7() // the draft was published or discarded: this text becomes a draft of its own
        return sendDraft(owner, id, { ...save, version: 0 })
      },
      keep: () => true,
      forget: () => forgetDraft(owner, draftId, localStorage),
      onState: () => {},
    },
    base,
    articleVersion === undefined ? undefined : { version: articleVersion, text: base.text },
  )
  for (let tries = 0; tries < TRIES && saver.isSettled() && !saver.isSaved(); tries += 1) await saver.save()
  if (saver.isSaved()) forgetDraft(owner, draftId, localStorage)
  void saver.pause()
}
