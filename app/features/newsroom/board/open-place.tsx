import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRunsScripts } from '../../../ui/use-runs-scripts.ts'
import { type BoardFilter, toBoardPath, toOpenPath } from './board.ts'
import { moveFocus } from './move-focus.ts'
import styles from './board.module.css'

/** The panel of the board that is open. One at most is. */
export interface OpenPlace {
  /** Its part of the address (`toAt`); undefined if none is open. */
  at: string | undefined
  open: (at: string) => void
  close: (at: string) => void
  filter: BoardFilter
  /** The time at which the board was read. */
  now: Date
}

/** Holds the panel that is open: at first that of the address, which is how it opens without scripts. */
export function useOpenPlace(
  first: string | undefined,
  board: { filter: BoardFilter; readAt: Date },
): OpenPlace {
  const [at, setAt] = useState(first)
  return {
    at,
    open: setAt,
    close: (closed) => setAt((present) => (present === closed ? undefined : present)),
    filter: board.filter,
    now: board.readAt,
  }
}

interface PlaceLinkProps {
  at: string
  place: OpenPlace
  /** The state that the link shows, and the article. */
  label: string
  title?: string
  className: string | undefined
  /** True if the arrow keys lead to it, and the Tab key does not. */
  isPassed?: boolean
  children: ReactNode
}

/** The link that opens a panel: with scripts at once and beside itself, without them on a new page. */
export function PlaceLink({
  at,
  place,
  label,
  title,
  className,
  isPassed = false,
  children,
}: PlaceLinkProps) {
  const isOpen = place.at === at
  return (
    <a
      href={toOpenPath(place.filter, at)}
      className={className}
      title={title}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-dot=""
      tabIndex={isPassed ? -1 : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        if (isOpen) place.close(at)
        else place.open(at)
      }}
      onKeyDown={moveFocus}
    >
      {children}
    </a>
  )
}

/** The panel that is open, which stands in the cell of its link. */
export function PlacePanel({
  place,
  label,
  children,
}: {
  place: OpenPlace
  label: string
  children: ReactNode
}) {
  const { at, filter, close } = place
  const panel = useRef<HTMLDialogElement>(null)
  const runsScripts = useRunsScripts()
  useEffect(() => {
    if (runsScripts) panel.current?.showPopover()
  }, [runsScripts])
  return (
    <dialog
      ref={panel}
      popover="auto"
      open={!runsScripts}
      className={`pop-panel ${styles.place}`}
      data-place
      aria-label={label}
      onToggle={({ newState }) => newState === 'closed' && at !== undefined && close(at)}
    >
      {children}
      <p className="without-scripts mt-3 text-small">
        <a className="link" href={toBoardPath(filter, { page: filter.page })}>
          Close
        </a>
      </p>
    </dialog>
  )
}
