import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import { ArticleLines, LeftOutLines, RefusedLines } from './import-lines.tsx'
import { countArticles, type CurrentImport, IMPORT_PATH } from './imports.ts'

/** Shows the articles found in a file, with the form that starts the import. */
export function ImportPreview({ current, busy }: { current: CurrentImport; busy: string | undefined }) {
  const { counts, samples, refused, leftOut } = current
  return (
    <>
      <Tiles
        tiles={[
          { label: 'New', value: counts.new, tone: 'ok' },
          { label: 'Changed', value: counts.changed, tone: 'warn' },
          { label: 'There already', value: counts.same },
          { label: 'Refused', value: counts.refused, tone: 'bad' },
        ]}
      />
      <Decision current={current} busy={busy} />
      <ArticleLines
        title={
          counts.waiting > samples.length
            ? `The first ${samples.length} of ${countArticles(counts.waiting)}`
            : 'What would come in'
        }
        articles={samples}
      />
      <RefusedLines refused={refused} count={counts.refused} isOpen />
      <LeftOutLines leftOut={leftOut} count={counts.leftOut} />
    </>
  )
}

function Decision({ current, busy }: { current: CurrentImport; busy: string | undefined }) {
  const { id, fileName, counts } = current
  const isBusy = busy !== undefined
  return (
    <section className="panel" aria-labelledby="decision">
      <h2 id="decision" className="wrap-anywhere">
        {fileName}
      </h2>
      <Form method="post" action={IMPORT_PATH}>
        <IgnoreEnter />
        <input type="hidden" name="importId" value={id} />
        {counts.waiting === 0 && <p className="mb-4">There is nothing in it that you do not have.</p>}
        {counts.new > 0 && <PublishChoice counts={counts} />}
        {counts.changed > 0 && <UpdateChoice counts={counts} />}
        <div className="flex flex-wrap items-center gap-3">
          {counts.waiting > 0 && (
            <Button
              isPrimary
              intent="import"
              busy={isBusy}
              {...(busy === 'import' && { busyText: 'Starting...' })}
            >
              {`Import ${countArticles(counts.waiting)}`}
            </Button>
          )}
          <Button intent="discard" busy={isBusy}>
            Choose another file
          </Button>
        </div>
      </Form>
    </section>
  )
}

const PublishChoice = ({ counts }: { counts: CurrentImport['counts'] }) => (
  <fieldset className="mb-4 grid gap-2">
    <legend className="sr-only">How new articles come in</legend>
    <label className="choice">
      <input type="radio" name="as" value="file" defaultChecked />
      <span className="font-[550]">Publish what was public</span>
      <span className="text-small text-muted">{toPublicSentence(counts)}</span>
    </label>
    <label className="choice">
      <input type="radio" name="as" value="drafts" />
      <span className="font-[550]">Everything new as a draft</span>
      <span className="text-small text-muted">
        Readers see nothing of it before you publish it. It then has the date of that day.
      </span>
    </label>
  </fieldset>
)

function toPublicSentence({ new: all, newPublic }: CurrentImport['counts']): string {
  if (newPublic === 0) return 'None of the new articles was public: all become drafts.'
  const appears = `on your site at once, with ${newPublic === 1 ? 'its date' : 'their dates'}`
  if (newPublic === all && all > 1) return `All ${countArticles(all)} appear ${appears}.`
  return `${countArticles(newPublic)} ${newPublic === 1 ? 'appears' : 'appear'} ${appears}.${all > newPublic ? ' The others become drafts.' : ''}`
}

const UpdateChoice = ({ counts: { changed } }: { counts: CurrentImport['counts'] }) => (
  <label className="choice mb-4">
    <input type="checkbox" name="updates" value="1" defaultChecked />
    <span className="font-[550]">Update what you have</span>
    <span className="text-small text-muted">
      {countArticles(changed)} {changed === 1 ? 'has' : 'have'} another text in the file. The text that you
      have stays among the revisions.
    </span>
  </label>
)
