import { isOfInputMethod } from '../../../shared/keys.ts'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Form, Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { useLookup } from '../../../ui/use-lookup.ts'
import { ACTIONS, isFor, type Need, type Screen, SCREENS } from './desk-screens.ts'
import { findFailed } from './messages.ts'
import styles from './desk-palette.module.css'

/** A result of the desk's search: a screen, an action or an article. */
interface Hit extends Screen {
  detail?: string
}

/** A button or a link of the open screen. */
interface ScreenAction {
  label: string
  run: () => void
}

/** The answer of `/articles/find`. */
export interface FoundArticles {
  articles: { id: string; title: string; state: string }[]
  undoable: { runId: string; label: string }[]
}

/** Returns the search of the desk, which leads to any screen, action or article. Ctrl or Cmd and K open it, too. */
export function useDeskPalette(may: (right: Need) => boolean): { open: () => void; dialog: ReactNode } {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => {
    flushSync(() => setOpen(true)) // so that the dialog can focus the field
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  useEffect(() => {
    const openWithKeys = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey))
        return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', openWithKeys)
    return () => removeEventListener('keydown', openWithKeys)
  }, [open])
  return {
    open,
    dialog: (
      <dialog
        ref={dialog}
        className="palette"
        closedby="any"
        aria-label="Go to a screen, an article or an action"
        onClose={() => setOpen(false)}
      >
        {isOpen && <Search may={may} onChosen={() => dialog.current?.close()} />}
      </dialog>
    ),
  }
}

/** The button that opens the search of the desk, in a wide window. */
export const PaletteButton = ({ onOpen }: { onOpen: () => void }) => (
  <button type="button" className={`${styles.open} needs-scripts`} onClick={onOpen}>
    <Icon name="search" />
    <span>Go to…</span>
    <kbd aria-hidden="true">Ctrl K</kbd>
  </button>
)

const PAUSE_MS = 120

function Search({ may, onChosen }: { may: (right: Need) => boolean; onChosen: () => void }) {
  const [words, setWords] = useState('')
  const [actions] = useState(listActions)
  const [keys] = useState(listKeys)
  const { load, data, state, isUnanswered } = useLookup<FoundArticles>()
  const content = useRef<HTMLDivElement>(null)
  const status = useId()
  useEffect(() => {
    if (!words.trim()) return undefined
    const timer = setTimeout(
      () => void load(`/articles/find?${new URLSearchParams({ q: words.trim() })}`),
      PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [words, load])
  useEffect(() => {
    const dialog = content.current?.closest('dialog')
    dialog?.addEventListener('keydown', move)
    return () => dialog?.removeEventListener('keydown', move)
  }, [])
  const newest = useNewest()
  const undos = newest.undos.filter(({ label }) => isUndo(words) && isAbout(label, words))
  const articles = words.trim() ? (data?.articles ?? []) : newest.articles
  const hits = words.trim()
    ? [...listPlaces(words, may), ...articles.map(toHit)]
    : [...articles.map(toHit), ...listPlaces(words, may)]
  const here = words.trim() ? actions.filter(({ label }) => isAbout(label, words)).slice(0, MOST_ACTIONS) : []
  const count = here.length + undos.length + hits.length
  return (
    <div ref={content}>
      <input
        type="search"
        aria-label="Where to?"
        aria-describedby={status}
        placeholder="A screen, an article, an action..."
        maxLength={100}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <output id={status} className={count === 0 ? styles.none : 'sr-only'}>
        {toStatus(count, state === 'loading')}
      </output>
      {isUnanswered && words.trim() && <p role="alert">{findFailed}</p>}
      <ul>
        {here.map(({ label, run }) => (
          <li key={`here ${label}`}>
            <button
              type="button"
              className={styles.hit}
              onClick={() => {
                onChosen()
                run()
              }}
            >
              <Icon name="chevron" />
              <span>{label}</span>
              <small>on this screen</small>
            </button>
          </li>
        ))}
        {hits.map(({ label, path, icon, detail }) => (
          <li key={`${icon} ${label} ${path}`}>
            <Link className={styles.hit} to={path} onClick={onChosen}>
              <Icon name={icon} />
              <span>{label}</span>
              {detail && <small>{detail}</small>}
            </Link>
          </li>
        ))}
        <UndoItems undos={undos} onChosen={onChosen} />
      </ul>
      <p className={styles.keys}>
        <span aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </span>
        {keys.length > 0 && <span>On this screen: {keys.join(', ')}</span>}
      </p>
    </div>
  )
}

// Enter after the title of an article must never undo something.
const isUndo = (words: string) => /^(undo\b|$)/i.test(words.trim())

interface Undo {
  runId: string
  label: string
}

const RECENT = 5

/** Returns the articles that changed last, and the newest acts that can be undone. They are asked for when the search opens. */
function useNewest(): { articles: FoundArticles['articles']; undos: Undo[] } {
  const { load, data } = useLookup<FoundArticles>()
  useEffect(() => void load('/articles/find'), [load])
  return {
    articles: (data?.articles ?? []).slice(0, RECENT),
    undos: (data?.undoable ?? []).map(({ runId, label }) => ({ runId, label: `Undo: ${label}` })),
  }
}

const UndoItems = ({ undos, onChosen }: { undos: Undo[]; onChosen: () => void }) =>
  undos.map(({ runId, label }) => (
    <li key={`undo ${runId}`}>
      <Form method="post" action="/articles/undo" onSubmit={onChosen}>
        <button type="submit" className={styles.hit} name="runId" value={runId}>
          <Icon name="clock" />
          <span>{label}</span>
        </button>
      </Form>
    </li>
  ))

function toStatus(count: number, isSearching: boolean): string {
  if (count > 0) return count === 1 ? '1 result' : `${count} results`
  return isSearching ? 'Searching...' : 'Nothing found.'
}

const MOST_ACTIONS = 6

const isAbout = (label: string, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word))

// A word such as 'cities' means the screen first. Without words, the screens are the longest list, and the last one.
const listPlaces = (words: string, may: (right: Need) => boolean): Hit[] =>
  (words.trim()
    ? [...SCREENS, ...ACTIONS].filter(({ label }) => isAbout(label, words))
    : [...ACTIONS, ...SCREENS]
  ).filter(isFor(may))

// Those of single rows of a table would be hundreds, and all alike.
const ELSEWHERE = 'table *, dialog *, iframe *, [role=listbox] *'

/** Lists the buttons and the links to actions that are in sight on the open screen, each name once. */
function listActions(): ScreenAction[] {
  const found = new Map<string, ScreenAction>()
  for (const element of document.querySelectorAll<HTMLElement>('main :is(button, a.button):not(:disabled)')) {
    const label = (element.ariaLabel ?? element.innerText).replaceAll(/\s+/g, ' ').trim()
    if (label === '' || found.has(label) || element.matches(ELSEWHERE) || !element.checkVisibility()) continue
    found.set(label, { label, run: () => element.click() })
  }
  return [...found.values()]
}

/** Lists the keys of the open screen, each with what it does. */
const listKeys = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-keys] > li')].map(({ textContent }) => textContent)

const toHit = ({ id, title, state }: FoundArticles['articles'][number]): Hit => ({
  label: title,
  path: `/articles/${id}`,
  icon: 'sheet',
  ...(state !== 'live' && { detail: 'draft' }),
})

/** Moves with the arrow keys from the field to the results and back. Enter in the field opens the first result. */
function move(this: HTMLDialogElement, event: KeyboardEvent): void {
  if (isOfInputMethod(event)) return
  const stops = [...this.querySelectorAll<HTMLElement>('input, a, li button')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  if (event.key === 'Escape') this.close() // in a search field, Escape would only clear the text
  if (event.key === 'Enter' && at === 0) stops[1]?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  stops[(at + step + stops.length) % stops.length]?.focus()
}
