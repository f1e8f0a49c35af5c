import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RunProgress } from '../../../ui/run-progress.tsx'
import { formatCount } from '../../../shared/text.ts'
import { hasEnded, type LiveRun } from '../../runs/runs.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { EncodingQuestion } from './encoding-question.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportReport } from './import-report.tsx'
import { countArticles, countPictures, type CurrentImport, IMPORT_PATH, type ShownState } from './imports.ts'
import { UploadForm } from './upload-form.tsx'

interface ImportViewProps {
  current: CurrentImport | undefined
  /** True if the account owns the main site. Only then do old paths redirect to its articles. */
  ownsSite: boolean
  /** The sites that the account may publish to, while it chooses among them. */
  sites: TargetSite[]
  /** The name that is suggested as the author. */
  author: string
  /** The run of the import, once its first event has arrived. */
  live: LiveRun | undefined
  /** True if the user is asked to confirm that the new articles are deleted. */
  isAsked: boolean
  /** The reason why the last request was refused, as a sentence. */
  problem: string | undefined
  /** The intent of the form that is being sent; `upload` for a file. */
  busy: string | undefined
}

/** The screen that imports articles from a file: the upload, the preview, the progress, the report. */
export function ImportView({ current, problem, ...props }: ImportViewProps) {
  const Step = current && STEPS[toStep(current)]
  return (
    <div className="panels">
      {problem && <Notice>{problem}</Notice>}
      {Step && current ? <Step current={current} {...props} /> : <UploadForm {...props} />}
    </div>
  )
}

interface StepProps extends Omit<ImportViewProps, 'problem' | 'current'> {
  current: CurrentImport
}

/** What the screen shows: the state of the import, or the run that works on it afterwards. */
type Step = ShownState | 'moving-pictures' | 'taking-back'

function toStep({ state, pictures, takenBack }: CurrentImport): Step {
  if (takenBack?.isOver === false) return 'taking-back'
  return pictures?.isOver === false ? 'moving-pictures' : state
}

const STEPS: Record<Step, (props: StepProps) => ReactNode> = {
  reading: Reading,
  asking: EncodingQuestion,
  unreadable: Unreadable,
  read: ImportPreview,
  importing: Importing,
  stopped: ImportReport,
  done: ImportReport,
  'moving-pictures': MovingPictures,
  'taking-back': TakingBack,
}

function Unreadable({ current: { fileName, problem }, ...props }: StepProps) {
  return (
    <>
      <Notice>
        <p className="font-[550] wrap-anywhere">{fileName} cannot be imported.</p>
        <p className="wrap-anywhere">{problem}</p>
      </Notice>
      <UploadForm {...props} />
    </>
  )
}

function Reading({ current: { id, fileName, run }, live, busy }: StepProps) {
  const { done = 0 } = live ?? run ?? {}
  return (
    <RunProgress
      title={`Reading ${fileName}`}
      done={done}
      total={undefined}
      standing={`${done.toLocaleString('en-US')} found`}
      note={NOTE}
      path={IMPORT_PATH}
    >
      <StopForm importId={id} intent="discard" isBusy={busy !== undefined || isOver(live)} />
    </RunProgress>
  )
}

function Importing({ current: { id, run }, live, busy }: StepProps) {
  const { done = 0, total = 0 } = live ?? run ?? {}
  return (
    <RunProgress
      title={`Importing ${countArticles(total)}`}
      done={done}
      total={total}
      standing={`${done.toLocaleString('en-US')} of ${countArticles(total)}`}
      note={NOTE}
      path={IMPORT_PATH}
    >
      <StopForm importId={id} intent="stop" isBusy={busy !== undefined || isOver(live)} />
    </RunProgress>
  )
}

function MovingPictures({ current: { id, run }, live, busy }: StepProps) {
  const { done = 0, total = 0 } = live ?? run ?? {}
  return (
    <RunProgress
      title={`Fetching ${countPictures(total)}`}
      done={done}
      total={total}
      standing={`${done.toLocaleString('en-US')} of ${countPictures(total)}`}
      note={`The articles are imported. ${NOTE}`}
      path={IMPORT_PATH}
    >
      <StopForm importId={id} intent="stop-pictures" isBusy={busy !== undefined || isOver(live)} />
    </RunProgress>
  )
}

function TakingBack({ current: { fileName, run }, live }: StepProps) {
  const { done = 0, total = 0 } = live ?? run ?? {}
  return (
    <RunProgress
      title={`Taking ${fileName} back`}
      done={done}
      total={total}
      standing={`${formatCount(done)} of ${countArticles(total)}`}
      note={NOTE}
      path={IMPORT_PATH}
    />
  )
}

const NOTE = 'It goes on if you leave this page.'

const isOver = (live: LiveRun | undefined) => live !== undefined && hasEnded(live)

const StopForm = ({ importId, intent, isBusy }: { importId: string; intent: string; isBusy: boolean }) => (
  <Form method="post" action={IMPORT_PATH} className="mt-4">
    <input type="hidden" name="importId" value={importId} />
    <Button intent={intent} busy={isBusy}>
      Stop
    </Button>
  </Form>
)
