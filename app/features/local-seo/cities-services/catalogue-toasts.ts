import type { Asked, Choice, Kind } from './cities-services.ts'
import * as messages from './messages.ts'

/** The toast of a screen. */
export interface Said {
  title: string
  description?: string
  tone: 'ok' | 'bad'
}

/** Returns the toast of a list: there is nothing to delete, or the outcome of the last form, which is in the URL. */
export const findToast = (kind: Kind, search: URLSearchParams, asked: Asked | undefined): Said | undefined =>
  asked?.count === 0 ? refuseToAsk(kind, asked.choice) : findOutcome(kind, search)

const refuseToAsk = (kind: Kind, choice: Choice): Said => ({
  title: messages.catalogueMessages[kind].deleteFailed,
  description: 'ids' in choice && choice.ids.length === 0 ? messages.noneChosen : messages.gone,
  tone: 'bad',
})

function findOutcome(kind: Kind, search: URLSearchParams): Said | undefined {
  const read = (name: string) => {
    const value = search.get(name)
    return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined
  }
  const [deleted, restored, imported, updated] = ['deleted', 'restored', 'imported', 'updated'].map(read)
  if (search.has('added')) return { title: messages.catalogueMessages[kind].added, tone: 'ok' }
  if (deleted) return { title: messages.deletedCount(kind, deleted), tone: 'ok' }
  if (restored !== undefined) return { title: messages.restoredCount(kind, restored), tone: 'ok' }
  if (imported === undefined) return undefined
  if (imported === 0 && updated) return { title: messages.updatedCount(kind, updated), tone: 'ok' }
  const description = updated ? { description: messages.updatedCount(kind, updated) } : {}
  return { title: messages.importedCount(kind, imported), ...description, tone: 'ok' }
}

/** Returns the title of the toast if the server did not answer a form with this intent. */
export function toFailure(kind: Kind, intent: string): string {
  const { addFailed, deleteFailed } = messages.catalogueMessages[kind]
  if (intent === 'restore') return messages.notRestored
  return intent === 'add' ? addFailed : deleteFailed
}
