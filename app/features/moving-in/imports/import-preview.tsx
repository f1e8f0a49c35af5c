import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { ImportChoices } from './import-choices.tsx'
import { ArticleLines, LeftOutLines, Losses, LostPictureLines, RefusedLines } from './import-lines.tsx'
import { countArticles, type CurrentImport, IMPORT_PATH } from './imports.ts'
import { sayNothingNew } from './messages.ts'

interface ImportPreviewProps {
  current: CurrentImport
  sites: TargetSite[]
  author: string
  busy: string | undefined
}

/** Shows the articles found in a file, with the form that starts the import. */
export function ImportPreview({ current, ...props }: ImportPreviewProps) {
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
      <Decision current={current} {...props} />
      <ArticleLines
        title={
          counts.waiting > samples.length
            ? `The first ${samples.length} of ${countArticles(counts.waiting)}`
            : 'What would come in'
        }
        hint="Open one to see it as readers will."
        articles={samples}
      />
      <RefusedLines refused={refused} count={counts.refused} isOpen />
      <RefusedLines title="Not planned" refused={current.unplanned} count={counts.unplanned} isOpen />
      <Losses {...current} />
      <LostPictureLines lost={current.lostPictures} />
      <LeftOutLines leftOut={leftOut} count={counts.leftOut} />
    </>
  )
}

function Decision({ current, sites, author, busy }: ImportPreviewProps) {
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
        {counts.waiting === 0 && <p className="mb-4">{sayNothingNew(counts)}</p>}
        {counts.waiting > 0 && <ImportChoices counts={counts} sites={sites} author={author} />}
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
