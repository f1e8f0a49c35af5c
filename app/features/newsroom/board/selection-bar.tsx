import type { KeyboardEvent, ReactNode } from 'react'
import { isOfInputMethod } from '../../../shared/keys.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type BoardSite, CHANGED_AT_ONCE } from './board.ts'
import { countArticles } from './messages.ts'
import styles from './board.module.css'

interface SelectionBarProps {
  count: number
  /** True if the form changes all articles that the filter selects, on every page. */
  isEvery: boolean
  /** The number of articles that the filter selects, if there are more than the selected ones; 0 otherwise. */
  more: number
  sites: BoardSite[]
  busy: boolean
  onEvery: () => void
  onClear: () => void
}

/** Shows the actions for the selected articles. Its buttons send the form around it. */
export function SelectionBar({ count, isEvery, more, sites, busy, onEvery, onClear }: SelectionBarProps) {
  const what = count === 0 ? 'the selected articles' : countArticles(count)
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label="Selected articles"
      data-empty={count === 0 || undefined}
    >
      <output className="needs-scripts">
        {isEvery ? `All ${count.toLocaleString('en-US')}` : count} selected
      </output>
      {isEvery && <input type="hidden" name="every" value={count} />}
      {!isEvery && more > 0 && more <= CHANGED_AT_ONCE && (
        <button type="button" className={styles.every} onClick={onEvery}>
          Select all {more.toLocaleString('en-US')}
        </button>
      )}
      <button type="submit" name="intent" value="publish" disabled={busy}>
        Publish
      </button>
      <Ask name="unpublish" label="Unpublish…" title={`Unpublish ${what}?`} busy={busy}>
        Readers do not find them any more, here and on their other sites. They stay among your articles as
        drafts.
      </Ask>
      <Menu name="tags" label="Tags">
        <input
          className="input"
          name="tag"
          aria-label="Tag"
          placeholder="Tag"
          autoComplete="off"
          onKeyDown={addOnEnter}
        />
        <Choices add="add-tag" remove="remove-tag" addText="Add" removeText="Remove" busy={busy} />
      </Menu>
      <Menu name="sites" label="Sites">
        <select className="input" name="siteId" aria-label="Site">
          {sites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Choices
          add="add-site"
          remove="remove-site"
          addText="Publish there"
          removeText="Take off"
          busy={busy}
        />
      </Menu>
      <Ask name="delete" label="Delete…" title={`Delete ${what}?`} busy={busy} isDangerous>
        They are deleted here and on every site. You can bring them back within an hour.
      </Ask>
      <button type="button" className="needs-scripts" aria-label="Clear the selection" onClick={onClear}>
        <Icon name="close" />
      </button>
    </div>
  )
}

// Enter alone would press the first button of the form.
function addOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
  event.preventDefault()
  event.currentTarget.closest('dialog')?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

function Menu({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <>
      <button type="button" popoverTarget={`bar-${name}`}>
        {label}
        <Icon name="chevron" />
      </button>
      <dialog id={`bar-${name}`} popover="auto" className={styles.pop} aria-label={label}>
        {children}
      </dialog>
    </>
  )
}

interface ChoicesProps {
  add: string
  remove: string
  addText: string
  removeText: string
  busy: boolean
}

const Choices = ({ add, remove, addText, removeText, busy }: ChoicesProps) => (
  <div className="mt-3 flex gap-3">
    <button type="submit" className="button is-primary" name="intent" value={add} disabled={busy}>
      {addText}
    </button>
    <button type="submit" className="button" name="intent" value={remove} disabled={busy}>
      {removeText}
    </button>
  </div>
)

interface AskProps {
  name: 'unpublish' | 'delete'
  label: string
  /** The question. */
  title: string
  busy: boolean
  isDangerous?: boolean
  /** The consequences. */
  children: string
}

function Ask({ name, label, title, busy, isDangerous = false, children }: AskProps) {
  return (
    <>
      <button type="button" popoverTarget={`bar-${name}`} className={isDangerous ? styles.danger : undefined}>
        {label}
      </button>
      <dialog id={`bar-${name}`} popover="auto" className={styles.pop} aria-label={title}>
        <p className="font-semibold">{title}</p>
        <p className="mt-1 text-small text-muted">{children}</p>
        <div className="mt-3 flex gap-3">
          <button
            type="submit"
            className={`button ${isDangerous ? 'is-dangerous' : 'is-primary'}`}
            name="intent"
            value={name}
            disabled={busy}
          >
            {isDangerous ? 'Delete' : 'Unpublish'}
          </button>
          <button type="button" className="button" popoverTarget={`bar-${name}`} popoverTargetAction="hide">
            {isDangerous ? 'Keep them' : 'Keep them published'}
          </button>
        </div>
      </dialog>
    </>
  )
}
