import { useEffect, useRef } from 'react'
import { Form, href, Link, useRevalidator } from 'react-router'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyList, NoneFound } from '../../../ui/list.tsx'
import { nameChange } from '../../../ui/name-change.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { UndoForm } from '../../../ui/undo-form.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { joinWords } from '../../../shared/text.ts'
import type { LiveRun } from '../../runs/runs.ts'
import type { BegunDraft } from '../../writing/drafts/drafts.ts'
import { ARTICLES_PATH, type EditableArticle, UNDO_PATH } from '../../writing/writing.ts'
import { BoardFilters } from './board-filters.tsx'
import { BoardKeys } from './board-keys.tsx'
import { BoardTable } from './board-table.tsx'
import {
  type Board,
  type BoardFilter,
  type ChangeSummary,
  type DotState,
  type FilterName,
  toBoardPath,
} from './board.ts'
import { ChangeProgress } from './change-progress.tsx'
import { toChangeMessage, toIgnoredMessage } from './messages.ts'
import { useOpenPlace } from './open-place.tsx'
import { LatestChange } from './latest-change.tsx'
import { RefusedArticles } from './refused-articles.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useBoardKeys, useHasKeys } from './use-board-keys.ts'
import styles from './board.module.css'

interface BoardViewProps {
  board: Board
  /** The part of the address that opens what is known of an article on its sites (`toAt`). */
  at: string | undefined
  /** The parts of the address that mean nothing. */
  ignored: FilterName[]
  /** The article that the user wants to unpublish. The screen asks first. */
  asked: Pick<EditableArticle, 'id' | 'title' | 'deliveries'> | undefined
  /** The draft that the user wants to discard. The screen asks first. */
  discarding: Pick<BegunDraft, 'id' | 'title'> | undefined
  outcome: BoardOutcome | undefined
  /** The newest change, shown if no form was answered on this screen. */
  latest: ChangeSummary | undefined
  /** The run of the change that continues in the background, once its first event has arrived. */
  live: LiveRun | undefined
  busy: boolean
}

/** The result of the last form: the summary of a change, or a toast. */
export type BoardOutcome =
  | { summary: ChangeSummary }
  | { title: string; description?: string; tone: 'ok' | 'warn' | 'bad' }

/** Shows the account's own articles with their state on every site, and what can be done to them. */
export function BoardView(props: BoardViewProps) {
  const { board, at, ignored, asked, discarding, outcome, latest, live, busy } = props
  const { filter } = board
  useRefreshWhileSending(board)
  return (
    <div className={styles.board}>
      {outcome && 'summary' in outcome ? (
        <Change summary={outcome.summary} live={live} />
      ) : (
        <>
          {!outcome && latest && (
            <LatestChange
              summary={latest}
              live={live}
              busy={busy}
              path={toBoardPath(filter, { page: filter.page })}
            />
          )}
          {/* The address still asks after the change and after its undo. */}
          <Question {...{ asked, discarding, filter, busy }} />
        </>
      )}
      {board.total === 0 ? (
        <NoArticles />
      ) : (
        <>
          <BoardFilters filter={filter} sites={board.sites} />
          {ignored.length > 0 && <p className={styles.ignored}>{toIgnoredMessage(ignored)}</p>}
          {/* With another list nothing is selected. */}
          <BoardForm key={toBoardPath(filter, { page: board.page })} {...{ board, at, busy }} />
        </>
      )}
      <p className="mt-4 text-small">
        <Link className="link is-alone" to={UNDO_PATH}>
          What can be undone
        </Link>
      </p>
      {!busy && outcome && <Outcome outcome={outcome} />}
    </div>
  )
}

const Question = ({
  asked,
  discarding,
  filter,
  busy,
}: Pick<BoardViewProps, 'asked' | 'discarding' | 'busy'> & { filter: BoardFilter }) => (
  <>
    {asked && <AskUnpublish article={asked} filter={filter} busy={busy} />}
    {discarding && <AskDiscard draft={discarding} filter={filter} busy={busy} />}
  </>
)

const Change = ({ summary, live }: { summary: ChangeSummary; live: LiveRun | undefined }) => (
  <>
    {!summary.isOver && <ChangeProgress summary={summary} live={live} path={ARTICLES_PATH} />}
    <RefusedArticles summary={summary} />
  </>
)

const REFRESH_MS = 2000
const UNDER_WAY = new Set<DotState>(['sending', 'updating', 'leaving'])

// Reloads the list while deliveries are pending.
function useRefreshWhileSending({ rows }: Board): void {
  const { revalidate } = useRevalidator()
  const isSending = rows.some(
    ({ state, dots }) => state === 'deleting' || Object.values(dots).some((dot) => UNDER_WAY.has(dot)),
  )
  useEffect(() => {
    if (!isSending) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isSending, revalidate])
}

function BoardForm({ board, at, busy }: Pick<BoardViewProps, 'board' | 'at' | 'busy'>) {
  const { rows, page, pageCount, filter } = board
  const selection = useSelection(rows.map(({ id }) => id))
  const place = useOpenPlace(at, board)
  const list = useRef<HTMLFormElement>(null)
  const hasKeys = useHasKeys()
  useBoardKeys(list, hasKeys)
  return (
    <Form
      ref={list}
      method="post"
      action={toBoardPath(filter, { page })}
      preventScrollReset
      onSubmit={(event) => {
        nameChange(event)
        // Gives the focus back to the link that opened the panel.
        event.currentTarget.querySelector<HTMLElement>('[data-place]:popover-open')?.hidePopover()
      }}
    >
      <IgnoreEnter />
      <input type="hidden" name="changeId" />
      <SelectionBar board={board} selection={selection} busy={busy}>
        <Legend />
        <Link className="button is-primary" to="/publisher">
          <Icon name="pen" />
          New article
        </Link>
      </SelectionBar>
      {rows.length > 0 ? (
        <BoardTable {...{ board, selection, place }} />
      ) : (
        <NoneFound path={ARTICLES_PATH}>No article matches.</NoneFound>
      )}
      <div className="mt-6">
        <Pagination page={page} pageCount={pageCount} pathname={toBoardPath(filter)} />
      </div>
      <BoardKeys isOn={hasKeys} />
    </Form>
  )
}

const LEGEND = [
  ['live', 'live'],
  ['sending', 'sending'],
  ['planned', 'planned'],
  ['refused', 'refused'],
  ['absent', 'not there'],
] as const

const Legend = () => (
  <ul className={styles.legend} aria-hidden="true">
    {LEGEND.map(([state, word]) => (
      <li key={state}>
        <i data-state={state} />
        {word}
      </li>
    ))}
  </ul>
)

function AskUnpublish({
  article: { id, title, deliveries },
  filter,
  busy,
}: {
  article: NonNullable<BoardViewProps['asked']>
  filter: BoardFilter
  busy: boolean
}) {
  const siteNames = deliveries.filter(({ state }) => state !== 'removed').map(({ siteName }) => siteName)
  const where = siteNames.length > 0 ? ` on ${joinWords(siteNames)}` : ''
  const path = toBoardPath(filter, { page: filter.page })
  return (
    <ConfirmPanel
      title={`Unpublish “${title}”?`}
      text={`Readers will not find it any more${where}. It stays among your articles as a draft.`}
      intent="unpublish"
      fields={{ ids: id }}
      button={{ text: 'Unpublish', busyText: 'Unpublishing...' }}
      back={path}
      backText="Keep it published"
      busy={busy}
    />
  )
}

function AskDiscard({
  draft: { id, title },
  filter,
  busy,
}: {
  draft: NonNullable<BoardViewProps['discarding']>
  filter: BoardFilter
  busy: boolean
}) {
  const path = toBoardPath(filter, { page: filter.page })
  return (
    <ConfirmPanel
      title={`Discard “${title.trim() || 'Untitled'}”?`}
      text="It was never published. You can undo this right after."
      intent="delete"
      fields={{ ids: id }}
      button={{ text: 'Discard', busyText: 'Discarding...' }}
      back={path}
      busy={busy}
    />
  )
}

function Outcome({ outcome }: { outcome: BoardOutcome }) {
  if (!('summary' in outcome)) return <Toast {...outcome} />
  const { summary } = outcome
  return (
    <Toast {...toChangeMessage(summary)}>{summary.isUndoable && <UndoForm runId={summary.runId} />}</Toast>
  )
}

const NoArticles = () => (
  <EmptyList
    title="No articles yet"
    lead="What you write and publish shows up here, with its state on every site."
  >
    <div className="flex flex-wrap items-center gap-4">
      <Link className="button is-primary" to="/publisher">
        Write the first one
      </Link>
      <Link className="link text-small" to={href('/import')}>
        Import articles from elsewhere
      </Link>
    </div>
  </EmptyList>
)
