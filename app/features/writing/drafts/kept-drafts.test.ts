import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { NO_TEXT } from './drafts.ts'
import { endKept, findKept, forgetDraft, keepDraft, listKept } from './kept-drafts.ts'

/** Storage as browsers have it, with room for so many characters. */
function makeStore(limit = Infinity): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(store, key) ? (store[key] ?? null) : null),
    setItem(key: string, value: string) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError')
      store[key] = value
    },
    removeItem: (key: string) => void delete store[key],
  }
  const store: Record<string, string> = Object.create(methods) as Record<string, string>
  return store as unknown as Storage
}

const toDraft = (content: string) => ({
  typed: { ...NO_TEXT, draftId: uuidv7(), content },
  base: { version: 0, text: NO_TEXT },
})

test('a text that is too large for the server is kept, and found again', () => {
  const store = makeStore()
  const draft = toDraft('x'.repeat(11_000_000))
  draft.typed.title = 'x'.repeat(300_000)
  expect(keepDraft('ines', draft, store)).toBe(true)
  expect(findKept('ines', draft.typed.draftId, store)?.typed).toEqual(draft.typed)
})

test('a text that the browser has no room for is not called kept', () => {
  expect(keepDraft('ines', toDraft('x'.repeat(2000)), makeStore(1000))).toBe(false)
})

test('no text makes way for a newer one', () => {
  const store = makeStore()
  const drafts = Array.from({ length: 30 }, (_, index) => toDraft(`Text ${index}`))
  for (const draft of drafts) expect(keepDraft('ines', draft, store)).toBe(true)
  expect(listKept('ines', store)).toHaveLength(30)
  expect(listKept('theo', store)).toEqual([])
  for (const { typed } of drafts) forgetDraft('ines', typed.draftId, store)
  expect(Object.keys(store)).toEqual([])
})

test('what was typed while a draft was published is a draft of its own, and nothing else of it is kept', () => {
  const store = makeStore()
  const [sent, typed] = [toDraft('Low'), toDraft('Low water')]
  keepDraft('ines', sent, store)
  endKept('ines', sent.typed.draftId, store)
  expect(listKept('ines', store)).toEqual([])
  keepDraft('ines', { ...typed, articleVersion: '1', sent: { ...NO_TEXT, content: 'Low' } }, store)
  endKept('ines', typed.typed.draftId, store)
  const [own, ...others] = listKept('ines', store)
  expect(others).toEqual([])
  expect(own?.typed).toEqual({ ...typed.typed, draftId: expect.any(String) as string })
  expect(own?.typed.draftId).not.toBe(typed.typed.draftId)
  expect(own).toMatchObject({ base: { version: 0, text: NO_TEXT } })
  expect([own?.sent, own?.articleVersion]).toEqual([undefined, undefined])
})
