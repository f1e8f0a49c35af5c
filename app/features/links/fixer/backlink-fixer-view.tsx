import { countOf } from '../../../shared/text.ts'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { hasEnded, type LiveRun } from '../../runs/runs.ts'
import { FIXER_PATH, type FixRun, type ResultFilter, type ResultList, toTally } from './fixer.ts'
import { FixHistory } from './fix-history.tsx'
import { FixProgress } from './fix-progress.tsx'
import { FixResults } from './fix-results.tsx'
import { BUSY, FixStart } from './fix-start.tsx'
import { fixFailed } from './messages.ts'

interface BacklinkFixerProps {
  /** The number of posts that a run would read. */
  fixable: number
  /** The reason why no model can choose the words, as a sentence. */
  unavailableReason: string | undefined
  runs: FixRun[]
  /** The run that is shown: the newest, unless the user chose another one. */
  run: ShownRun | undefined
  filter: ResultFilter
  /** The latest state of the same run, received while it works. */
  live: LiveRun | undefined
  /** True while a sent form is not answered yet. */
  isSent: boolean
  /** True if the user is asked to confirm that the run is undone. */
  isAsked: boolean
  /** The reason why the last request was refused, as a sentence. */
  refusal: string | undefined
}

interface ShownRun extends FixRun {
  /** The number of posts whose links can still be removed. */
  undoable: number
  results: ResultList
}

/** The screen of the backlink fixer (spec §2): it starts runs over the account's posts and shows their results. */
export function BacklinkFixerView({
  runs,
  run,
  filter,
  live,
  isSent,
  isAsked,
  ...props
}: BacklinkFixerProps) {
  // The list of runs was read before `run`, and `run` before `live`, so the latest state of a run counts.
  const isOpen = runs.some((each) => !hasEnded([live, run].find((later) => later?.id === each.id) ?? each))
  const isBusy = isOpen || isSent
  const failure = props.refusal ?? live?.error
  return (
    <>
      <FixStart fixable={props.fixable} unavailableReason={props.unavailableReason} isBusy={isBusy} />
      {run && isAsked && run.undoable > 0 && <AskUndo run={run} busy={isBusy} />}
      {run && <Run run={run} live={live} filter={filter} isBusy={isBusy} />}
      <FixHistory runs={runs} current={run?.id} />
      {failure && <Toast title={fixFailed} description={failure} tone="bad" />}
    </>
  )
}

function Run({
  run,
  live,
  filter,
  isBusy,
}: { run: ShownRun; isBusy: boolean } & Pick<BacklinkFixerProps, 'live' | 'filter'>) {
  const shown = { ...run, ...live, results: run.results }
  const { total, processed, skipped, failed } = toTally(shown)
  return (
    <>
      <Tiles
        tiles={[
          { label: 'Total Posts', value: total },
          { label: 'Processed', value: processed, tone: 'ok' },
          { label: 'Skipped', value: skipped },
          { label: 'Failed', value: failed, tone: 'bad' },
        ]}
      />
      {hasEnded(shown) ? (
        <FixResults run={shown} filter={filter} isBusy={isBusy} />
      ) : (
        <FixProgress run={shown} results={live?.results ?? []} />
      )}
    </>
  )
}

function AskUndo({ run: { id, undoable }, busy }: { run: ShownRun; busy: boolean }) {
  const path = `${FIXER_PATH}?run=${id}`
  return (
    <ConfirmPanel
      title={`Take the links out of ${countOf(undoable, 'post', 'posts')}?`}
      text="Each text is then what it was before, byte for byte, on every site that it is on. An article whose text was changed since, up to its links, is left alone and named."
      intent="undo"
      fields={{ runId: id }}
      button={{ text: 'Take them out', busyText: BUSY }}
      back={path}
      busy={busy}
    />
  )
}
