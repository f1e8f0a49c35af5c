import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { isOfInputMethod } from '../../../shared/keys.ts'

/** The keys of the board, with what they do. */
export const BOARD_KEYS = [
  { keys: ['J', 'K'], text: 'next and previous article' },
  { keys: ['X'], text: 'select' },
  { keys: ['E'], text: 'edit' },
  { keys: ['N'], text: 'new article' },
  { keys: ['/'], text: 'search' },
]

/** Lets single keys move through the rows of a list, and act on the row with the focus; never while somebody types. */
export function useBoardKeys(list: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent) => {
      const action = ACTIONS[event.key.toLowerCase()]
      if (!action || !list.current || isForOthers(event)) return
      if (action(list.current)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [list, isOn])
}

const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog'

function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event))
    return true
  const isInField = event.target instanceof Element && event.target.closest(FIELDS) !== null
  return isInField || document.querySelector(':modal') !== null
}

/** What a key does. Returns false if there is nothing to do. */
type Action = (list: HTMLElement) => boolean

const findOpenRow = (list: HTMLElement) =>
  document.activeElement instanceof Element && list.contains(document.activeElement)
    ? document.activeElement.closest('tbody tr')
    : null

function focusRow(list: HTMLElement, step: 1 | -1): boolean {
  const rows = [...list.querySelectorAll('tbody tr')]
  const row = findOpenRow(list)
  const next = row ? rows[rows.indexOf(row) + step] : rows[step === 1 ? 0 : rows.length - 1]
  next?.querySelector<HTMLElement>('th a')?.focus()
  return next !== undefined
}

function click(within: Element | null, selector: string): boolean {
  const target = within?.querySelector<HTMLElement>(selector)
  target?.click()
  return target !== null && target !== undefined
}

function search(): boolean {
  const field = document.querySelector<HTMLInputElement>('main search input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}

const ACTIONS: Record<string, Action> = {
  j: (list) => focusRow(list, 1),
  k: (list) => focusRow(list, -1),
  x: (list) => click(findOpenRow(list), 'input[type=checkbox]'),
  e: (list) => click(findOpenRow(list), 'th a'),
  n: (list) => click(list, 'a[href="/publisher"]'),
  '/': search,
}

const STORED = 'board keys'
const changes = new EventTarget()

function subscribe(notify: () => void): () => void {
  changes.addEventListener('change', notify)
  return () => changes.removeEventListener('change', notify)
}

/** Returns whether single keys are on in this browser: who dictates may press one by accident. */
export const useHasKeys = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(STORED) !== 'off',
    () => true,
  )

/** Turns single keys on or off in this browser. */
export function switchKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, 'off')
  changes.dispatchEvent(new Event('change'))
}
