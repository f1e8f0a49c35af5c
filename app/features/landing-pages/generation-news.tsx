import { Notice } from '../../ui/notice.tsx'
import { Toast } from '../../ui/toast.tsx'
import { RunProgress } from '../../ui/run-progress.tsx'
import { hasEnded, type LiveRun } from '../runs/runs.ts'
import type { Place } from './generation-place.ts'
import { PAGES_PATH } from './landing-pages.ts'
import { generationFailed, pagesGenerated, toTallyMessage } from './messages.ts'
import type { GenerationRun } from './queries.server.ts'

export interface GenerationNewsProps {
  run: GenerationRun | undefined
  /** The same run as it goes on, as far as this page has heard of it. */
  live: LiveRun | undefined
  /** Why nothing was begun. */
  refusal: string | undefined
  /** Whether this page was opened to see what becomes of the run. */
  isAwaited: boolean
}

/** The run that goes on, as far as it is; undefined once it has ended. */
export function findOpen({ run, live }: Pick<GenerationNewsProps, 'run' | 'live'>) {
  const current = run && !hasEnded(run) ? (live ?? run) : undefined
  return current && !hasEnded(current) ? current : undefined
}

/** How a run goes that makes landing pages, what it came to, or why there is none. */
export function GenerationNews({ run, live, refusal, isAwaited }: GenerationNewsProps) {
  const open = findOpen({ run, live })
  return (
    <>
      {open && <Progress run={open} writing={findWriting(live)} />}
      {run?.state === 'failed' && <Notice>{`${generationFailed} ${run.error ?? ''}`}</Notice>}
      {refusal && <Toast title={generationFailed} description={refusal} tone="bad" />}
      {isAwaited && run?.state === 'done' && <DoneToast tally={run.tally} />}
    </>
  )
}

const DoneToast = ({ tally }: Pick<GenerationRun, 'tally'>) =>
  tally && (
    <Toast
      title={pagesGenerated(tally.generated)}
      description={toTallyMessage(tally)}
      tone={tally.published < tally.generated ? 'warn' : 'ok'}
    />
  )

interface ProgressProps {
  run: { done: number; total: number }
  /** How far a model is that writes before pages are made. */
  writing: Place['paragraphs']
}

const Progress = ({ run, writing }: ProgressProps) => {
  const { done, total } = writing ? { done: writing.asked, total: writing.of } : run
  const what = writing ? 'paragraphs asked of the model' : 'pages'
  return (
    <RunProgress
      title={writing ? 'Writing paragraphs for landing pages' : 'Making landing pages'}
      {...{ done, total }}
      standing={`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${what}`}
      note="You may leave this page; the work goes on. Every page stays readable meanwhile."
      path={PAGES_PATH}
    />
  )
}

// A run's results are its places; the first of them come before a model is asked.
function findWriting(live: LiveRun | undefined): Place['paragraphs'] {
  const place = live?.results.at(-1) as unknown as Place | undefined
  return place?.step === 'paragraphs' ? place.paragraphs : undefined
}
