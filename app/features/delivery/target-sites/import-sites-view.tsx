import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { FoldedLines } from '../../../ui/folded-lines.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import { countOf } from '../../../shared/text.ts'
import { siteRefusals } from './messages.ts'
import type { SitesPreview } from './sites-file.ts'

/** A site whose look new ones can get. */
export interface Model {
  id: string
  name: string
}

interface ImportSitesViewProps {
  models: Model[]
  /** What a file would add, if one was read. */
  preview?: SitesPreview | undefined
  /** The text that was refused. */
  pasted?: string | undefined
  /** The site that was chosen with it. */
  likeId?: string | undefined
  problem?: string | undefined
  /** The intent of the form that is being sent. */
  busy: string | undefined
}

/** The screen that adds sites from a CSV file in two steps: reading, then confirmation. */
export function ImportSitesView({ models, preview, problem, busy, ...typed }: ImportSitesViewProps) {
  return (
    <div className="panels">
      <p>
        <Link className="link text-small" to="/manage-sites">
          All sites
        </Link>
      </p>
      {problem && <Notice>{problem}</Notice>}
      {preview ? (
        <Preview preview={preview} busy={busy} />
      ) : (
        <FileForm models={models} {...typed} busy={busy === 'read'} />
      )}
    </div>
  )
}

const EXAMPLE =
  'name,address,group,tagline,language,accent\nHarbour News,harbour.example.com,Coast,All of the sea,en,#0b5f8a'

type FileFormProps = Pick<ImportSitesViewProps, 'models' | 'pasted' | 'likeId'> & { busy: boolean }

function FileForm({ models, pasted, likeId, busy }: FileFormProps) {
  return (
    <section className="panel max-w-narrow" aria-labelledby="import">
      <h2 id="import">Import sites</h2>
      <p className="panel-lead">
        A CSV file in UTF-8. Its first line names the columns. It needs name and address; group, description,
        tagline, language and accent may be there. Nothing is added before you have seen what would be.
      </p>
      <Form method="post" action="/manage-sites/import" encType="multipart/form-data">
        <FileField label="CSV file" name="file" accept=".csv,.tsv,.txt,text/csv" />
        <TextArea
          label="Or paste its lines"
          name="pasted"
          isCode
          rows={6}
          placeholder={EXAMPLE}
          defaultValue={pasted}
          spellCheck={false}
        />
        <label className="mb-4 block min-w-0">
          <span className="mb-1.5 block text-small font-[550]">Look</span>
          <select className="input" name="likeId" defaultValue={likeId}>
            <option value="">The usual one</option>
            {models.map(({ id, name }) => (
              <option key={id} value={id}>
                As {name}
              </option>
            ))}
          </select>
        </label>
        <Button isPrimary intent="read" busy={busy} busyText="Reading...">
          See what would be added
        </Button>
      </Form>
    </section>
  )
}

function Preview({ preview, busy }: { preview: SitesPreview; busy: string | undefined }) {
  const { toAdd, present, repeated, refused, isTooMany } = preview
  return (
    <>
      <Tiles
        tiles={[
          { label: 'To add', value: toAdd.length, tone: 'ok' },
          { label: 'There already', value: present.count },
          { label: 'Twice in the file', value: repeated.count, tone: 'warn' },
          { label: 'Refused', value: refused.count, tone: 'bad' },
        ]}
      />
      {isTooMany && <Notice>{siteRefusals['too-many']}</Notice>}
      <FoldedLines title="Refused" {...refused} isOpen />
      <Decision preview={preview} busy={busy} />
      {toAdd.length > 0 && <ToAdd toAdd={toAdd} />}
      <FoldedLines title="Twice in the file" {...repeated} />
      <FoldedLines title="There already" {...present} />
    </>
  )
}

// The file goes with the form, so nothing waits on the server.
function Decision({ preview, busy }: { preview: SitesPreview; busy: string | undefined }) {
  const { text, likeId, toAdd, columns, isTooMany } = preview
  return (
    <section className="panel" aria-labelledby="decision">
      <h2 id="decision">{toAdd.length > 0 ? 'Add these sites?' : 'Nothing to add'}</h2>
      <p className="panel-lead wrap-anywhere">
        Columns read: {columns.used.join(', ')}.
        {columns.unused.length > 0 && ` Not read: ${columns.unused.join(', ')}.`}
      </p>
      <Form method="post" action="/manage-sites/import" encType="multipart/form-data">
        <textarea name="pasted" defaultValue={text} readOnly hidden aria-label="Lines of the file" />
        <input type="hidden" name="likeId" value={likeId} />
        <input type="hidden" name="shown" value={toAdd.length} />
        <div className="flex flex-wrap items-center gap-3">
          {toAdd.length > 0 && !isTooMany && (
            <Button
              isPrimary
              intent="import"
              busy={busy !== undefined}
              {...(busy === 'import' && { busyText: 'Adding...' })}
            >
              Add {countOf(toAdd.length, 'site', 'sites')}
            </Button>
          )}
          <Button intent="again" busy={busy !== undefined}>
            Change the lines
          </Button>
        </div>
      </Form>
    </section>
  )
}

const ToAdd = ({ toAdd }: Pick<SitesPreview, 'toAdd'>) => (
  <section className="panel" aria-labelledby="to-add">
    <h2 id="to-add">To be added</h2>
    <ul className="grid gap-2">
      {toAdd.map(({ line, name, url, groupName, tagline }) => (
        <li key={line} className="min-w-0 wrap-anywhere">
          <span className="font-[550]">{name}</span>{' '}
          <span className="text-small text-muted">
            {[url, groupName, tagline].filter((part) => part !== '').join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
