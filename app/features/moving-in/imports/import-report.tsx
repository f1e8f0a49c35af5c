import { Form, Link } from 'react-router'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import {
  ArticleLines,
  LeftOutLines,
  LostPictureLines,
  PictureLines,
  RefusedLines,
  WordLines,
} from './import-lines.tsx'
import { hasSeveralFiles } from './uploads.ts'
import { countArticles, type CurrentImport, DELETED_AT_ONCE, IMPORT_PATH } from './imports.ts'

const ASK_PATH = `${IMPORT_PATH}?ask=delete`

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
      {isAsked && counts.deletable > 0 && <AskDelete current={current} busy={busy} />}
      <Tiles
        tiles={[
          { label: 'Imported', value: counts.created, tone: 'ok' },
          { label: 'Updated', value: counts.updated, tone: 'ok' },
          { label: 'There already', value: counts.same },
          { label: 'Refused', value: counts.refused, tone: 'bad' },
        ]}
      />
      <Summary current={current} busy={busy} />
      {current.pictures && <PictureLines pictures={current.pictures} />}
      <RefusedLines refused={refused} count={counts.refused} isOpen />
      <RefusedLines title="Not planned" refused={current.unplanned} count={counts.unplanned} isOpen />
      <ArticleLines title="The first ones" articles={samples.filter(({ articleId }) => articleId !== null)} />
      <WordLines wordless={current.wordless} count={counts.wordless} />
      <LostPictureLines lost={current.lostPictures} />
      <LeftOutLines leftOut={leftOut} count={counts.leftOut} />
    </>
  )
}

function Summary({ current, busy }: Omit<ImportReportProps, 'isAsked'>) {
  const { id, fileName, state, problem, counts } = current
  const isBusy = busy !== undefined
  const isStopped = state === 'stopped'
  return (
    <section className="panel" aria-labelledby="report">
      <h2 id="report" className="wrap-anywhere">
        {isStopped
          ? `${fileName}: stopped`
          : `${fileName} ${hasSeveralFiles(fileName) ? 'are' : 'is'} imported`}
      </h2>
      {problem !== null && <Notice>{problem}</Notice>}
      <p className="panel-lead">{toSentence(current)}</p>
      <Form method="post" action={IMPORT_PATH} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="importId" value={id} />
        {isStopped && counts.waiting > 0 ? (
          <Button
            isPrimary
            intent="continue"
            busy={isBusy}
            {...(busy === 'continue' && { busyText: 'Starting...' })}
          >
            {`Import the other ${counts.waiting.toLocaleString('en-US')}`}
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
        {counts.deletable > 0 && (
          <Link className="link text-small" to={ASK_PATH}>
            Take it back
          </Link>
        )}
      </Form>
    </section>
  )
}

function PicturesButton({ current: { state, counts, pictures }, busy }: Omit<ImportReportProps, 'isAsked'>) {
  const hasArticles = state === 'done' && counts.created + counts.updated > 0
  if (!hasArticles || (pictures && pictures.left === 0)) return null
  return (
    <Button
      intent="pictures"
      busy={busy !== undefined}
      {...(busy === 'pictures' && { busyText: 'Starting...' })}
    >
      {pictures ? 'Try the other images again' : 'Bring the images over'}
    </Button>
  )
}

function toSentence({ asDrafts, counts }: CurrentImport): string {
  const { created, updated, planned, deletable, touched, waiting } = counts
  const deleted = created - deletable - touched
  return [
    created + updated === 0 && 'Nothing came in.',
    created > 0 && `${countArticles(created)} came in${asDrafts ? ' as drafts' : ''}.`,
    planned > 0 && toPlannedSentence(planned),
    updated > 0 && `${countArticles(updated)} got the text of the file.`,
    deleted > 0 && `${countArticles(deleted)} of them ${deleted === 1 ? 'is' : 'are'} deleted again.`,
    touched > 0 && toTouchedSentence(touched),
    waiting > 0 && `Not imported yet: ${countArticles(waiting)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const toPlannedSentence = (planned: number) =>
  `${countArticles(planned)} ${planned === 1 ? 'has' : 'have'} a plan to be published later.`

function AskDelete({ current: { id, counts, pictures }, busy }: Omit<ImportReportProps, 'isAsked'>) {
  const count = Math.min(counts.deletable, DELETED_AT_ONCE)
  const rest = counts.deletable > count ? ` These are the first of ${countArticles(counts.deletable)}.` : ''
  const updated = counts.updated > 0 ? ' Articles that were updated keep their new text.' : ''
  const touched = counts.touched > 0 ? ` ${toTouchedSentence(counts.touched)}` : ''
  return (
    <ConfirmPanel
      title={`Delete ${countArticles(count)} that came in?`}
      text={`They disappear from your site and from every other site that they were published on. You can import the file again.${rest}${touched}${updated}${toPicturesSentence(pictures)}`}
      intent="delete"
      fields={{ importId: id }}
      button={{ text: 'Delete them', busyText: 'Deleting...' }}
      back={IMPORT_PATH}
      backText="Keep them"
      busy={busy !== undefined}
    />
  )
}

const toPicturesSentence = (pictures: CurrentImport['pictures']) =>
  pictures && pictures.fetched > 0 ? ' The images that were fetched stay in your library.' : ''

const toTouchedSentence = (touched: number) =>
  touched === 1
    ? '1 article of the import was edited or published since. It stays if you take the import back.'
    : `${countArticles(touched)} of the import were edited or published since. They stay if you take the import back.`
