import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CATALOGUE, type Kind } from './cities-services.ts'
import { ImportPreview } from './import-preview.tsx'
import type { PendingImport } from './imports.server.ts'

interface ImportViewProps {
  kind: Kind
  pending: PendingImport | undefined
  /** The pasted text that was refused. */
  pasted?: string | undefined
  problem?: string | undefined
  /** The intent of the form that is being sent. */
  busy: string | undefined
}

/** The screen that imports a CSV file in two steps: upload, then confirmation. */
export function ImportView({ kind, pending, problem, pasted, busy }: ImportViewProps) {
  return (
    <div className="panels">
      <p>
        <Link className="link text-small" to={CATALOGUE[kind].path}>
          All {kind}
        </Link>
      </p>
      {problem && <Notice>{problem}</Notice>}
      {pending ? (
        <ImportPreview kind={kind} pending={pending} busy={busy} />
      ) : (
        <ImportForm kind={kind} pasted={pasted} busy={busy === 'read'} />
      )}
    </div>
  )
}

const EXAMPLES: Record<Kind, string> = {
  cities: 'name,state,population,notes\nAkron,Ohio,190469,"Known for tyres, and for the Goodyear airships."',
  services: 'name,description\nRoof repair,"Slates, tiles and flat roofs, within a day of a storm."',
}

function ImportForm({ kind, pasted, busy }: { kind: Kind; pasted: string | undefined; busy: boolean }) {
  return (
    <section className="panel max-w-narrow" aria-labelledby="import">
      <h2 id="import">Import {kind}</h2>
      <p className="panel-lead">
        A CSV file, up to 5 MB, in UTF-8. Its first line names the columns, such as{' '}
        {kind === 'cities' ? 'name, state, population and notes' : 'name and description'}; other columns are
        not read. Nothing is added before you have seen what would be.
      </p>
      <Form method="post" action={`${CATALOGUE[kind].path}/import`} encType="multipart/form-data">
        <FileField label="CSV file" name="file" accept=".csv,.tsv,.txt,text/csv" />
        <TextArea
          label="Or paste its lines"
          name="pasted"
          isCode
          rows={6}
          placeholder={EXAMPLES[kind]}
          defaultValue={pasted}
          spellCheck={false}
        />
        <Button isPrimary intent="read" busy={busy} busyText="Reading...">
          See what would be added
        </Button>
      </Form>
    </section>
  )
}
