import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useFetcher } from 'react-router'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { ACTIONS, SCREENS } from './desk-screens.ts'
import styles from './desk-palette.module.css'

/** A result of the desk's search: a screen, an action or an article. */
interface Hit {
  label: string
  path: string
  icon: IconName
  detail?: string
}

/** The answer of `/articles/find`. */
export interface FoundArticles {
  articles: { id: string; title: string; state: string }[]
}

/** The search of the desk, which leads to any screen, action or article. Ctrl or Cmd and K open it. */
export function DeskPalette() {
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
  return (
    <>
      <button type="button" className={`${styles.open} needs-scripts`} onClick={open}>
        <Icon name="search" />
        <span>Go to…</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <dialog
        ref={dialog}
        className="palette"
        closedby="any"
        aria-label="Go to a screen, an article or an action"
        onClose={() => setOpen(false)}
      >
        {isOpen && <Search onChosen={() => dialog.current?.close()} />}
      </dialog>
    </>
  )
}

const PAUSE_MS = 120

function Search({ onChosen }: { onChosen: () => void }) {
  const [words, setWords] = useState('')
  const { load, data, state } = useFetcher<FoundArticles>()
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
  const articles = words.trim() ? (data?.articles ?? []) : []
  const hits = [...listPlaces(words), ...articles.map(toHit)]
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
      <output id={status} className={hits.length === 0 ? styles.none : 'sr-only'}>
        {toStatus(hits.length, state === 'loading')}
      </output>
      <ul>
        {hits.map(({ label, path, icon, detail }) => (
          <li key={`${icon} ${label} ${path}`}>
            <Link className={styles.hit} to={path} onClick={onChosen}>
              <Icon name={icon} />
              <span>{label}</span>
              {detail && <small>{detail}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function toStatus(count: number, isSearching: boolean): string {
  if (count > 0) return count === 1 ? '1 result' : `${count} results`
  return isSearching ? 'Searching...' : 'Nothing found.'
}

function listPlaces(words: string): Hit[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return [...SCREENS, ...ACTIONS].filter(({ label }) =>
    wanted.every((word) => label.toLowerCase().includes(word)),
  )
}

const toHit = ({ id, title, state }: FoundArticles['articles'][number]): Hit => ({
  label: title,
  path: `/articles/${id}`,
  icon: 'sheet',
  ...(state !== 'live' && { detail: 'draft' }),
})

/** Moves with the arrow keys from the field to the results and back. Enter in the field opens the first result. */
function move(this: HTMLDialogElement, event: KeyboardEvent): void {
  const stops = [...this.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  if (event.key === 'Escape') this.close() // in a search field, Escape would only clear the text
  if (event.key === 'Enter' && at === 0 && !event.isComposing) stops[1]?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  stops[(at + step + stops.length) % stops.length]?.focus()
}
