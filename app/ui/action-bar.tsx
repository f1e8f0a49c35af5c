import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { Selection } from './use-selection.ts'

interface ActionBarProps {
  /** The text while nothing is selected. */
  count: string
  selection: Selection
  /** The number of rows that the filter finds on all pages, and the most that can be changed at once. */
  found: number
  most: number
  /** The name of the bar, for screen readers. */
  label: string
  actions: ReactNode
  /** What the line shows beside the bar. */
  children?: ReactNode
}

/**
 * The line over a list: the number of its rows, or the actions for the selected ones. Its buttons send the form around
 * it. If all rows on every page are selected, the form has their number in its field `every`.
 */
export function ActionBar({ count, selection, found, most, label, actions, children }: ActionBarProps) {
  const { ids, selected, isEvery, select, selectEvery } = selection
  const isMore = selected.size === ids.length && found > ids.length && found <= most
  const all = found.toLocaleString('en-US')
  return (
    <div className="list-line">
      <p className="list-count">{count}</p>
      <div
        className="action-bar"
        role="toolbar"
        aria-label={label}
        data-empty={selected.size === 0 || undefined}
      >
        <output className="needs-scripts">{isEvery ? `All ${all}` : selected.size} selected</output>
        {isEvery && <input type="hidden" name="every" value={found} />}
        {!isEvery && isMore && (
          <button type="button" className="is-every" onClick={selectEvery}>
            Select all {all}
          </button>
        )}
        {actions}
        <button
          type="button"
          className="needs-scripts"
          aria-label="Clear the selection"
          onClick={() => select(ids, false)}
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
    </div>
  )
}

interface PopPanelProps {
  /** A button with this `popoverTarget` opens it. */
  id: string
  label: string
  children: ReactNode
}

/** A panel that a button opens beside itself, also without scripts. */
export const PopPanel = ({ id, label, children }: PopPanelProps) => (
  <dialog id={id} popover="auto" className="pop-panel" aria-label={label}>
    {children}
  </dialog>
)

interface ActionMenuProps {
  name: string
  label: string
  children: ReactNode
}

/** An action that needs a choice first. */
export const ActionMenu = ({ name, label, children }: ActionMenuProps) => (
  <>
    <button type="button" popoverTarget={`bar-${name}`}>
      {label}
      <Icon name="chevron" />
    </button>
    <PopPanel id={`bar-${name}`} label={label}>
      {children}
    </PopPanel>
  </>
)

interface ActionQuestionProps {
  /** The `intent` of the form. */
  name: string
  label: string
  /** The question, and the consequences of confirming. */
  title: string
  children: string
  confirm: string
  keep: string
  busy: boolean
  isDangerous?: boolean
}

/** An action that asks for confirmation first. */
export function ActionQuestion(props: ActionQuestionProps) {
  const { name, label, title, children, confirm, keep, busy, isDangerous = false } = props
  const id = `bar-${name}`
  return (
    <>
      <button type="button" popoverTarget={id} className={isDangerous ? 'is-danger' : undefined}>
        {label}
      </button>
      <PopPanel id={id} label={title}>
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
            {confirm}
          </button>
          <button type="button" className="button" popoverTarget={id} popoverTargetAction="hide">
            {keep}
          </button>
        </div>
      </PopPanel>
    </>
  )
}
