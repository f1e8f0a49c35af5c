import { Form, Link } from 'react-router'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import {
  ArticleLines,
  KeptLines,
  LeftOutLines,
  Losses,
  LostPictureLines,
  PictureLines,
  RefusedLines,
} from './import-lines.tsx'
import { hasSeveralFiles } from './uploads.ts'
import { countArticles, countPictures, type CurrentImport, IMPORT_PATH, type TakenBack } from './imports.ts'

const ASK_PATH = `${IMPORT_PATH}?ask=take-back`

interface ImportReportProps {
  current: CurrentImport
  isAsked: boolean
  busy: string | undefined
}

/** Shows the result of an import: the number of imported articles, and the reasons why others were not. */
export function ImportReport({ current, isAsked, busy }: ImportReportProps) {
  const { counts, samples, refused, leftOut } = current
  return (
    <>
      {isAsked && isTakeable(current) && <AskTakeBack current={current} busy={busy} />}
      <Tiles
        tiles={[
          { label: 'Imported', value: counts.created, tone: 'ok' },
          { label: 'Updated', value: counts.updated, tone: 'ok' },
          { label: 'There already', value: counts.same },
          { label: 'Refused', value: counts.refused, tone: 'bad' },
        ]}
      />
      <Summary current={current} busy={busy} />
      <KeptLines kept={current.kept} count={counts.touched} />
      {current.pictures && <PictureLines pictures={current.pictures} />}
      <RefusedLines refused={refused} count={counts.refused} isOpen />
      <RefusedLines title="Not planned" refused={current.unplanned} count={counts.unplanned} isOpen />
      <RefusedLines
        title="Pages without an address"
        refused={current.withoutPath}
        count={counts.withoutPath}
        isOpen
      />
      <ArticleLines title="The first ones" articles={samples.filter(({ articleId }) => articleId !== null)} />
      <Losses {...current} />
      <LostPictureLines lost={current.lostPictures} />
      <LeftOutLines leftOut={leftOut} count={counts.leftOut} />
    </>
  )
}

function Summary({ current, busy }: Omit<ImportReportProps, 'isAsked'>) {
  const { id, problem, counts } = current
  const isBusy = busy !== undefined
  return (
    <section className="panel" aria-labelledby="report">
      <h2 id="report" className="wrap-anywhere">
        {toHeading(current)}
      </h2>
      {problem !== null && <Notice>{problem}</Notice>}
      <p className="panel-lead">{toSentence(current)}</p>
      <Form method="post" action={IMPORT_PATH} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="importId" value={id} />
        {isUnfinished(current) ? (
          <Button
            isPrimary
            intent="continue"
            busy={isBusy}
            {...(busy === 'continue' && { busyText: 'Starting...' })}
          >
            {counts.waiting > 0
              ? `Import the other ${counts.waiting.toLocaleString('en-US')}`
              : 'Finish the import'}
          </Button>
        ) : (
          <Link className="button is-primary" to="/articles">
            See your articles
          </Link>
        )}
        <Button intent="discard" busy={isBusy}>
          Import another file
        </Button>
        <PicturesButton current={current} busy={busy} />
        {isTakeable(current) && (
          <Link className="link text-small" to={ASK_PATH} preventScrollReset>
            Take it back
          </Link>
        )}
      </Form>
    </section>
  )
}

const isUnfinished = ({ state, counts, takenBack }: CurrentImport) =>
  state === 'stopped' && (counts.waiting > 0 || (!takenBack && counts.created + counts.updated > 0))

function toHeading({ fileName, state, takenBack }: CurrentImport): string {
  if (takenBack) return `${fileName}: taken back`
  if (state === 'stopped') return `${fileName}: stopped`
  return `${fileName} ${hasSeveralFiles(fileName) ? 'are' : 'is'} imported`
}

function PicturesButton({ current: { state, counts, pictures }, busy }: Omit<ImportReportProps, 'isAsked'>) {
  const hasArticles = state === 'done' && counts.created + counts.updated > counts.deleted
  if (!hasArticles || (pictures && pictures.left === 0)) return null
  return (
    <Button
      intent="pictures"
      busy={busy !== undefined}
      {...(busy === 'pictures' && { busyText: 'Starting...' })}
    >
      {pictures ? 'Try the other pictures again' : 'Bring the pictures over'}
    </Button>
  )
}

const isTakeable = ({ counts }: CurrentImport) => counts.deletable + counts.restorable > 0

function toSentence(current: CurrentImport): string {
  const { asDrafts, counts, takenBack } = current
  const { created, updated, planned } = counts
  return [
    created + updated === 0 && !takenBack && 'Nothing came in.',
    created > 0 && `${countArticles(created)} came in${asDrafts ? ' as drafts' : ''}.`,
    planned > 0 && toPlannedSentence(planned),
    updated > 0 && `${countArticles(updated)} got the text of the file.`,
    takenBack ? toTakenBackSentence(takenBack) : toDeletedSentence(counts),
    isUnfinished(current) && toLeftSentence(counts),
  ]
    .filter(Boolean)
    .join(' ')
}

const toLeftSentence = ({ waiting }: CurrentImport['counts']) =>
  waiting > 0
    ? `Not imported yet: ${countArticles(waiting)}.`
    : 'Links between them may still lead to their old site.'

const toDeletedSentence = ({ deleted }: CurrentImport['counts']) =>
  deleted > 0 && `${countArticles(deleted)} of them ${deleted === 1 ? 'is' : 'are'} deleted again.`

const toPlannedSentence = (planned: number) =>
  `${countArticles(planned)} ${planned === 1 ? 'has' : 'have'} a plan to be published later.`

function toTakenBackSentence({ deleted, restored, kept, pictures }: TakenBack): string {
  const parts = [
    deleted > 0 && `${countArticles(deleted)} ${deleted === 1 ? 'is' : 'are'} deleted`,
    restored > 0 &&
      `${countArticles(restored)} ${restored === 1 ? 'has its' : 'have their'} earlier text again`,
    pictures > 0 && `${countPictures(pictures)} ${pictures === 1 ? 'is' : 'are'} deleted`,
    kept > 0 && `${countArticles(kept)} ${kept === 1 ? 'stays' : 'stay'}`,
  ].filter(Boolean)
  return `Taken back: ${parts.join(', ')}.`
}

function AskTakeBack({ current: { id, counts }, busy }: Omit<ImportReportProps, 'isAsked'>) {
  const { deletable, restorable, touched } = counts
  const text = [
    deletable > 0 &&
      `${countArticles(deletable)} that came in ${deletable === 1 ? 'disappears' : 'disappear'} from your site and from every other site, with the old addresses that lead there.`,
    restorable > 0 &&
      `${countArticles(restorable)} that ${restorable === 1 ? 'was updated gets its' : 'were updated get their'} earlier text again.`,
    'Pictures that came with them go too, unless something else shows them.',
    touched > 0 && toTouchedSentence(touched),
    'You can import the file again.',
  ]
  return (
    <ConfirmPanel
      title="Take the import back?"
      text={text.filter(Boolean).join(' ')}
      intent="take-back"
      fields={{ importId: id }}
      button={{ text: 'Take it back', busyText: 'Starting...' }}
      back={IMPORT_PATH}
      backText="Keep it"
      busy={busy !== undefined}
    />
  )
}

const toTouchedSentence = (touched: number) =>
  `${countArticles(touched)} ${touched === 1 ? 'stays' : 'stay'}, with the ${touched === 1 ? 'reason' : 'reasons'} below.`
