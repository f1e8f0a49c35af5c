import { Form, Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { toListUrl } from '../../../shared/page-list.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterBar, FilterLinks } from '../../../ui/filter-bar.tsx'
import { List, NoneFound } from '../../../ui/list.tsx'
import {
  FIXER_PATH,
  type FixMode,
  type FixRun,
  POST_STATUSES,
  type PostResult,
  type PostStatus,
  type ResultFilter,
  type ResultList,
  toTally,
} from './fixer.ts'
import { LinkDifference } from './link-difference.tsx'
import { RUN_TITLES, STATUS_LABELS, toDetail, toRunMessage } from './messages.ts'
import styles from './fixer.module.css'

interface FixResultsProps {
  run: FixRun & { undoable: number; results: ResultList }
  filter: ResultFilter
  isBusy: boolean
}

/** Shows the results of a run that has ended, with filters and pages. */
export function FixResults({ run, filter, isBusy }: FixResultsProps) {
  const { results, total, ...range } = run.results
  const title = `${RUN_TITLES[run.mode].done}, ${toShortDate(run.createdAt)}`
  const head = (
    <div className="results-head">
      <div>
        <h2>{title}</h2>
        <p className="text-small text-muted">{toRunMessage(run)}</p>
      </div>
      {run.undoable > 0 && (
        <Link className="button" to={`${FIXER_PATH}?run=${run.id}&ask=undo`} preventScrollReset>
          Undo this run
        </Link>
      )}
    </div>
  )
  return (
    <List id="results" title={title} head={head} pages={{ ...range, path: toAddress(run.id, filter) }}>
      {run.done > 0 && <Filters run={run} filter={filter} />}
      {run.done > 0 && total === 0 && <NoneFound>No article matches.</NoneFound>}
      <PostResults results={results} mode={run.mode} undo={{ runId: run.id, isBusy }} />
    </List>
  )
}

const toAddress = (run: string, { status, query: q }: Pick<ResultFilter, 'status' | 'query'>) =>
  toListUrl(FIXER_PATH, { run, status, q })

function Filters({ run, filter }: { run: FixRun; filter: ResultFilter }) {
  const tally = toTally(run)
  const counts: Record<PostStatus, number> = {
    success: tally.processed,
    skipped: tally.skipped,
    failed: tally.failed,
  }
  const choices = [undefined, ...POST_STATUSES.filter((status) => counts[status] > 0)]
  const links = choices.map((status) => ({
    text: status ? STATUS_LABELS[status] : 'All',
    count: status ? counts[status] : run.done,
    to: toAddress(run.id, { ...filter, status }),
    isCurrent: status === filter.status,
  }))
  const { status, query } = filter
  return (
    <div className="filters">
      <FilterLinks label="Results" links={links} />
      <FilterBar path={FIXER_PATH} label="Find a title" query={query} kept={{ run: run.id, status }} />
    </div>
  )
}

interface PostResultsProps {
  results: PostResult[]
  mode: FixMode
  /** Present if the links of single posts can be removed. */
  undo?: { runId: string; isBusy: boolean }
}

/** Lists posts with their results: a badge, a sentence, and a difference for each link. */
export const PostResults = ({ results, mode, undo }: PostResultsProps) => (
  <ul className={styles.posts}>
    {results.map((result) => (
      <li key={result.id}>
        <div className={styles.postHead}>
          <h3>
            <Link className="link" to={`/articles/${result.id}`}>
              {result.title}
            </Link>
          </h3>
          <span className={`state ${TONES[result.status]}`}>{STATUS_LABELS[result.status]}</span>
          {undo && isUndoable(result, mode) && <UndoOne {...undo} result={result} />}
        </div>
        <p className="text-small text-muted">
          {toDetail(result, mode)}
          {result.chosenBy && CHOSEN_BY[result.chosenBy]}
          {result.undoneAt && ' · Taken out again'}
        </p>
        {result.links && (
          <ul className={result.undoneAt ? `${styles.differences} ${styles.isUndone}` : styles.differences}>
            {result.links.map((link) => (
              <LinkDifference key={link.at} link={link} />
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
)

const CHOSEN_BY = { rules: '', model: ' · Chosen by the model', both: ' · Chosen by the model in part' }

const isUndoable = ({ status, undoneAt }: PostResult, mode: FixMode) =>
  mode === 'fix' && status === 'success' && !undoneAt

interface UndoOneProps {
  runId: string
  isBusy: boolean
  result: PostResult
}

const UndoOne = ({ runId, isBusy, result }: UndoOneProps) => (
  <Form method="post" action={`${FIXER_PATH}?run=${runId}`} preventScrollReset>
    <input type="hidden" name="runId" value={runId} />
    <input type="hidden" name="articleId" value={result.id} />
    <Button intent="undo-one" busy={isBusy}>
      Undo<span className="sr-only"> {result.title}</span>
    </Button>
  </Form>
)

const TONES: Record<PostStatus, string> = { success: 'text-ok', skipped: 'text-muted', failed: 'text-bad' }
