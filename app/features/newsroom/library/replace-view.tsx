import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { RunProgress } from '../../../ui/run-progress.tsx'
import { UPLOAD_TYPES, type UsedPicture } from '../../articles/pictures/pictures.ts'
import type { LiveRun } from '../../runs/runs.ts'
import { type ReplaceSummary, toReplacedPath } from './library.ts'
import { placeNames, replacementUnderWay, toReplaceMessage } from './messages.ts'

/** The form that replaces a picture everywhere. */
export function Replace({ picture: { places }, busy }: { picture: UsedPicture; busy: boolean }) {
  const others = places.flatMap((place) => ('id' in place ? [] : [placeNames[place.place]]))
  return (
    <section className="panel" aria-labelledby="replace">
      <h2 id="replace">Replace it everywhere</h2>
      <p className="panel-lead">
        All your articles and drafts get the other picture at once, on every site. You can undo it.
        {others.length > 0 && ` Change it yourself in: ${others.join(', ')}.`}
      </p>
      <Form method="post" encType="multipart/form-data">
        <FileField label="The other picture file" name="file" accept={UPLOAD_TYPES.join(',')} required />
        <Button intent="replace" busy={busy} busyText="Replacing it...">
          Replace
        </Button>
      </Form>
    </section>
  )
}

/** The outcome of a replacement. It stays while the URL names it, so it is not a toast. */
export function Replaced({ replaced, busy }: { replaced: ReplaceSummary; busy: boolean }) {
  const isUndoable = !replaced.isUndo && (replaced.counts.changed ?? 0) > 0
  const { title, description } = toReplaceMessage(replaced)
  return (
    <section className="put-back" aria-label="Replacement">
      <output>
        <strong>{title}.</strong> {description}
      </output>
      {isUndoable && (
        <Form method="post" encType="multipart/form-data">
          <input type="hidden" name="runId" value={replaced.runId} />
          <Button intent="undo" busy={busy} busyText="Undoing...">
            Undo
          </Button>
        </Form>
      )}
    </section>
  )
}

interface ReplaceProgressProps {
  picture: UsedPicture
  replaced: ReplaceSummary
  live: LiveRun | undefined
}

/** The progress of a replacement that continues in the background. */
export function ReplaceProgress({ picture, replaced, live }: ReplaceProgressProps) {
  const done = live?.done ?? Object.values(replaced.counts).reduce((sum, count) => sum + count, 0)
  return (
    <RunProgress
      title={replacementUnderWay(replaced)}
      done={done}
      total={replaced.total}
      standing={`${done.toLocaleString('en-US')} of ${replaced.total.toLocaleString('en-US')}`}
      note="It goes on if you leave this page."
      path={toReplacedPath(picture.id, replaced.runId)}
    />
  )
}
