// What the storage of this browser has and the server does not. A cookie tells the server that there is something: before
// it ends a session it asks, because the storage is deleted with the session.

/** The prefix of drafts in the storage. */
export const DRAFT_PREFIX = 'draft:'
/** The prefix of the typed values of other forms in the storage. */
export const FORM_PREFIX = 'form:'

/** The person who typed a text, and the account that it is for: `PERSON:ACCOUNT`. It stands behind the prefix of a key. */
export type TextOwner = `${string}:${string}`

/** Returns the owner of what a person types for an account. */
export const toTextOwner = (personId: string, accountId: string): TextOwner => `${personId}:${accountId}`

/** Returns the person and the account of an owner. */
export function readTextOwner(owner: TextOwner) {
  const [personId = '', accountId = ''] = owner.split(':')
  return { personId, accountId }
}

/** Matches the key of a text whose owner is known. Earlier releases named the account alone. */
export const HAS_PERSON = /^[a-z]+:[^:]+:[^:/]+:/

const COOKIE = 'unsaved_texts'
/** The cookie that removes the mark. */
export const NO_UNSAVED_TEXTS = `${COOKIE}=; Path=/; SameSite=Lax; Max-Age=0`

/** Returns the keys of the texts that only this browser has. */
export const listUnsavedKeys = (store: Storage): string[] =>
  Object.keys(store).filter((key) => key.startsWith(DRAFT_PREFIX) || key.startsWith(FORM_PREFIX))

/** Sets or removes the mark of this browser. Call it after each change of the storage. */
export function markUnsavedTexts(store: Storage): void {
  if (typeof document === 'undefined') return
  const isMarked = hasMark(document.cookie)
  const hasTexts = listUnsavedKeys(store).length > 0
  if (hasTexts === isMarked) return
  document.cookie = hasTexts
    ? `${COOKIE}=1; Path=/; SameSite=Lax; Max-Age=${400 * 24 * 3600}`
    : NO_UNSAVED_TEXTS
}

const hasMark = (cookies: string) => cookies.split(/; */).includes(`${COOKIE}=1`)

/** Returns true if the browser of a request has texts that the server does not have. */
export const hasUnsavedTexts = (request: Request): boolean => hasMark(request.headers.get('cookie') ?? '')

/** Returns a name for each text that only this browser has. */
export const nameUnsavedTexts = (store: Storage): string[] =>
  listUnsavedKeys(store).map((key) => {
    if (key.startsWith(FORM_PREFIX)) return `what you typed on ${key.slice(key.indexOf(':/') + 1)}`
    const title = HAS_PERSON.test(key) ? readTitle(store.getItem(key) ?? '').trim() : '' // it may be another person's
    return `“${title || 'a draft'}”`
  })

function readTitle(json: string): string {
  try {
    const { text } = JSON.parse(json) as { text?: { title?: string } }
    return text?.title ?? ''
  } catch {
    return '' // another program wrote it
  }
}
