import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { CATALOGUE, type Entry, type Kind, toLabel, toListPath } from './cities-services.ts'
import type { Said } from './catalogue-toasts.ts'
import { EntryFields } from './entry-fields.tsx'
import { type EntryErrors, NO_ERRORS, type EntryFormValues, toEntryFormValues } from './entry-form.ts'

interface EntryViewProps {
  kind: Kind
  entry: Entry
  typed?: EntryFormValues | undefined
  errors?: EntryErrors | undefined
  /** True if the slug stays when the name changes. */
  keepsSlug: boolean
  said: Said | undefined
  busy: boolean
}

/** The screen that changes one city or service. */
export function EntryView({
  kind,
  entry,
  typed = toEntryFormValues(entry),
  errors = NO_ERRORS,
  keepsSlug,
  said,
  busy,
}: EntryViewProps) {
  const { path, noun } = CATALOGUE[kind]
  return (
    <div className="panels max-w-narrow">
      <p>
        <Link className="link text-small" to={path}>
          All {kind}
        </Link>
      </p>
      <section className="panel" aria-labelledby="entry">
        <h2 id="entry" className="wrap-anywhere">
          {toLabel(entry)}
        </h2>
        {/* The saved values may differ from the typed ones. The key then makes a new form. */}
        <Form key={JSON.stringify(entry)} method="post" action={`${path}/${entry.id}`} noValidate>
          <EntryFields kind={kind} typed={typed} errors={errors} />
          <label className="choice mb-4">
            <input type="checkbox" name="keepsSlug" defaultChecked={keepsSlug} />
            <span className="font-[550]">Keep its address</span>
            <span className="text-small wrap-anywhere text-muted">
              It is <code>{entry.slug}</code>. Unless it is kept it follows the name, and new landing pages of
              the {noun} have it; those that are there keep theirs.
            </span>
          </label>
          <div className="flex flex-wrap items-center gap-4">
            <Button isPrimary intent="save" busy={busy} busyText="Saving...">
              Save
            </Button>
            <Link className="link text-small" to={toListPath(kind, '', { ask: 'delete', id: entry.id })}>
              Delete
            </Link>
          </div>
        </Form>
      </section>
      {said && !busy && <Toast {...said} />}
    </div>
  )
}

/** Shown if the account has no city or service with that id. */
export const NoSuchEntry = ({ kind, said }: Pick<EntryViewProps, 'kind' | 'said'>) => (
  <section className="panel max-w-narrow">
    <h2>There is no such {CATALOGUE[kind].noun} of yours</h2>
    <p className="panel-lead">It may have been deleted meanwhile.</p>
    <Link className="button" to={CATALOGUE[kind].path}>
      All {kind}
    </Link>
    {said && <Toast {...said} />}
  </section>
)
