import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { forgetOtherPersons } from '../../../shell/kept-form.ts'
import { nameUnsavedTexts, type TextOwner } from '../../../shell/unsaved-texts.ts'
import { NO_TEXT } from './drafts.ts'
import { endKept, findKept, forgetDraft, keepDraft, listKept } from './kept-drafts.ts'

const INES: TextOwner = 'ines:ines'
const THEO: TextOwner = 'theo:theo'
const THEO_FOR_INES: TextOwner = 'theo:ines'

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
  expect(keepDraft(INES, draft, store)).toBe(true)
  expect(findKept(INES, draft.typed.draftId, store)?.typed).toEqual(draft.typed)
})

test('a text that the browser has no room for is not called kept', () => {
  expect(keepDraft(INES, toDraft('x'.repeat(2000)), makeStore(1000))).toBe(false)
})

test('no text makes way for a newer one', () => {
  const store = makeStore()
  const drafts = Array.from({ length: 30 }, (_, index) => toDraft(`Text ${index}`))
  for (const draft of drafts) expect(keepDraft(INES, draft, store)).toBe(true)
  expect(listKept(INES, store)).toHaveLength(30)
  expect(listKept(THEO_FOR_INES, store)).toEqual([])
  for (const { typed } of drafts) forgetDraft(INES, typed.draftId, store)
  expect(Object.keys(store)).toEqual([])
})

test('what was typed while a draft was published is a draft of its own, and nothing else of it is kept', () => {
  const store = makeStore()
  const [sent, typed] = [toDraft('Low'), toDraft('Low water')]
  keepDraft(INES, sent, store)
  endKept(INES, sent.typed.draftId, store)
  expect(listKept(INES, store)).toEqual([])
  keepDraft(INES, { ...typed, articleVersion: '1', sent: { ...NO_TEXT, content: 'Low' } }, store)
  endKept(INES, typed.typed.draftId, store)
  const [own, ...others] = listKept(INES, store)
  expect(others).toEqual([])
  expect(own?.typed).toEqual({ ...typed.typed, draftId: expect.any(String) as string })
  expect(own?.typed.draftId).not.toBe(typed.typed.draftId)
  expect(own).toMatchObject({ base: { version: 0, text: NO_TEXT } })
  expect([own?.sent, own?.articleVersion]).toEqual([undefined, undefined])
})

test('a text for another account of the same person stays, and that of another person of the account goes', () => {
  const store = makeStore()
  for (const owner of [THEO_FOR_INES, INES]) keepDraft(owner, toDraft(owner), store)
  forgetOtherPersons(THEO, store)
  expect(listKept(THEO, store)).toEqual([])
  expect(listKept(THEO_FOR_INES, store).map(({ typed }) => typed.content)).toEqual([THEO_FOR_INES])
  expect(listKept(INES, store)).toEqual([])
  forgetOtherPersons(INES, store)
  expect(Object.keys(store)).toEqual([])
})

test('a text that was kept for an account alone is that of its own person, or of the next who acts for it', () => {
  const store = makeStore()
  const draft = toDraft('Of an earlier release')
  const { draftId } = draft.typed
  for (const owner of [INES, THEO_FOR_INES]) {
    keepDraft(owner, draft, store)
    const json = store.getItem(`draft:${owner}:${draftId}`) ?? ''
    forgetDraft(owner, draftId, store)
    store.setItem(`draft:ines:${draftId}`, json)
    store.setItem('form:ines:/manage-cities', '{}')
    forgetOtherPersons(THEO, store)
    expect(nameUnsavedTexts(store)).toContain('“a draft”')
    expect(Object.keys(store).toSorted()).toEqual([`draft:ines:${draftId}`, 'form:ines:/manage-cities'])
    forgetOtherPersons(owner, store)
    expect(Object.keys(store).toSorted()).toEqual([
      `draft:${owner}:${draftId}`,
      `form:${owner}:/manage-cities`,
    ])
    expect(findKept(owner, draftId, store)?.typed).toEqual(draft.typed)
    store.removeItem(`form:${owner}:/manage-cities`)
    forgetDraft(owner, draftId, store)
  }
})
