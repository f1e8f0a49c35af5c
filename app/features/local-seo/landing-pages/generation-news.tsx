import { Notice } from '../../../ui/notice.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { RunProgress } from '../../../ui/run-progress.tsx'
import { hasEnded, type LiveRun } from '../../runs/runs.ts'
import type { Cursor } from './generation-cursor.ts'
import { PAGES_PATH } from './landing-pages.ts'
import { generationFailed, pagesGenerated, toTallyMessage } from './messages.ts'
import type { GenerationRun } from './queries.server.ts'

/** The newest run, and the state of the form on this page. */
export interface GenerationNewsProps {
  run: GenerationRun | undefined
  /** The newest state of the same run that this page has received. */
  live: LiveRun | undefined
  /** The reason why no run was started. */
  refusal: string | undefined
  /** True if this page waits for the end of the run. */
  isAwaited: boolean
}

/** Returns the newest state of the run until it ends; undefined afterwards. */
export function findOpen({ run, live }: Pick<GenerationNewsProps, 'run' | 'live'>) {
  const current = run && !hasEnded(run) ? (live ?? run) : undefined
  return current && !hasEnded(current) ? current : undefined
}

/** Shows the progress of a run that makes landing pages, its result, or the reason why it was refused. */
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
  /** The progress of the model, which writes before pages are made. */
  writing: Cursor['paragraphs']
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

// The results of a run are its cursors. The first of them come before the model is asked.
function findWriting(live: LiveRun | undefined): Cursor['paragraphs'] {
  const cursor = live?.results.at(-1) as unknown as Cursor | undefined
  return cursor?.step === 'paragraphs' ? cursor.paragraphs : undefined
}
