import { useEffect, useState } from 'react'
import { Form, href, Link, useRevalidator } from 'react-router'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { nameChange } from '../../../ui/name-change.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { UndoForm } from '../../../ui/undo-form.tsx'
import type { LiveRun } from '../../runs/runs.ts'
import type { BegunDraft } from '../../writing/drafts/drafts.ts'
import { ARTICLES_PATH, type EditableArticle, UNDO_PATH } from '../../writing/writing.ts'
import { BoardFilters } from './board-filters.tsx'
import { BoardTable } from './board-table.tsx'
import { type Board, type BoardFilter, type ChangeSummary, type FilterName, toBoardPath } from './board.ts'
import { ChangeProgress } from './change-progress.tsx'
import { countArticles, toChangeMessage, toIgnoredMessage } from './messages.ts'
import { LatestChange } from './latest-change.tsx'
import { RefusedArticles } from './refused-articles.tsx'
import { SelectionBar } from './selection-bar.tsx'
import styles from './board.module.css'

interface BoardViewProps {
  board: Board
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
  const { board, ignored, asked, discarding, outcome, latest, live, busy } = props
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
          <BoardForm key={toBoardPath(filter, { page: board.page })} board={board} busy={busy} />
        </>
      )}
      <p className="mt-4 text-small">
        <Link className="link" to={UNDO_PATH}>
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

// Reloads the list while deliveries are pending.
function useRefreshWhileSending({ rows }: Board): void {
  const { revalidate } = useRevalidator()
  const isSending = rows.some(
    ({ state, dots }) => state === 'deleting' || Object.values(dots).includes('sending'),
  )
  useEffect(() => {
    if (!isSending) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isSending, revalidate])
}

function BoardForm({ board, busy }: Pick<BoardViewProps, 'board' | 'busy'>) {
  const { rows, sites, found, total, page, pageCount, filter } = board
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [isEvery, setEvery] = useState(false)
  const selected = new Set(rows.flatMap(({ id }) => (isEvery || picked.has(id) ? [id] : [])))
  const select = (ids: string[], isSelected: boolean) => {
    setEvery(false)
    setPicked(
      isSelected ? new Set([...selected, ...ids]) : new Set([...selected].filter((id) => !ids.includes(id))),
    )
  }
  const isWholePage = selected.size === rows.length
  return (
    <Form method="post" action={toBoardPath(filter, { page })} preventScrollReset onSubmit={nameChange}>
      <IgnoreEnter />
      <input type="hidden" name="changeId" />
      <div className={styles.line}>
        <p className={styles.count}>
          {found === total
            ? countArticles(total)
            : `${found.toLocaleString('en-US')} of ${countArticles(total)}`}
        </p>
        <SelectionBar
          count={isEvery ? found : selected.size}
          isEvery={isEvery}
          more={isWholePage && found > rows.length ? found : 0}
          sites={sites}
          busy={busy}
          onEvery={() => setEvery(true)}
          onClear={() => select([...selected], false)}
        />
        <Legend />
        <Link className="button is-primary" to="/publisher">
          <Icon name="pen" />
          New article
        </Link>
      </div>
      {rows.length > 0 ? (
        <BoardTable board={board} filter={filter} selected={selected} onSelect={select} />
      ) : (
        <p className={styles.none}>
          No article matches.{' '}
          <Link className="link" to={ARTICLES_PATH}>
            Show all
          </Link>
        </p>
      )}
      <div className="mt-6">
        <Pagination page={page} pageCount={pageCount} pathname={toBoardPath(filter)} />
      </div>
    </Form>
  )
}

const LEGEND = [
  ['live', 'live'],
  ['sending', 'sending'],
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
  const path = toBoardPath(filter, { page: filter.page })
  return (
    <ConfirmPanel
      title={`Unpublish “${title}”?`}
      text={`Readers do not find it any more, here${siteNames.length > 0 ? ` and on ${siteNames.join(', ')}` : ''}. It stays among your articles as a draft.`}
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

function NoArticles() {
  return (
    <section className="panel max-w-narrow">
      <h2>No articles yet</h2>
      <p className="panel-lead">What you write and publish shows up here, with its state on every site.</p>
      <div className="flex flex-wrap items-center gap-4">
        <Link className="button is-primary" to="/publisher">
          Write the first one
        </Link>
        <Link className="link text-small" to={href('/import')}>
          Import articles from elsewhere
        </Link>
      </div>
    </section>
  )
}
