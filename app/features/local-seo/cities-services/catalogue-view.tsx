import { Form, Link } from 'react-router'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { FilterForm } from '../../../ui/filter-form.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { AddForm } from './add-form.tsx'
import {
  type Asked,
  CATALOGUE,
  type Deleted,
  type EntryList,
  type Kind,
  toCount,
  toListPath,
} from './cities-services.ts'
import type { EntryErrors, EntryFormValues } from './entry-form.ts'
import { EntryTable } from './entry-table.tsx'
import { askDelete, consequence, emptyLead, forgottenByDeleting, toNames } from './messages.ts'
import styles from './cities-services.module.css'

/** The toast of a screen. */
export interface Said {
  title: string
  description?: string
  tone: 'ok' | 'bad'
}

interface CatalogueViewProps {
  kind: Kind
  list: EntryList
  query: string
  deleted: Deleted | undefined
  /** The entries whose deletion the operator has to confirm. */
  asked: Asked | undefined
  addedId: string | undefined
  /** True if an import waits for confirmation. */
  isPending: boolean
  typed?: EntryFormValues | undefined
  errors?: EntryErrors | undefined
  said: Said | undefined
  /** The intent of the form that is being sent. */
  busy: string | undefined
}

/** The screen of the account's cities or services: adds, lists, finds, deletes and restores them. */
export function CatalogueView({
  kind,
  list,
  query,
  asked,
  deleted,
  said,
  busy,
  ...props
}: CatalogueViewProps) {
  const isBusy = busy !== undefined
  return (
    <div className={styles.page}>
      {asked && <Ask kind={kind} query={query} asked={asked} deleted={deleted} busy={isBusy} />}
      {!asked && (
        <AddForm
          kind={kind}
          typed={props.typed}
          errors={props.errors}
          addedId={props.addedId}
          isFirst={list.total === 0}
          busy={busy === 'add'}
        />
      )}
      {deleted && !asked && <PutBack kind={kind} deleted={deleted} busy={isBusy} />}
      {list.total === 0 ? (
        <Nothing kind={kind} isPending={props.isPending} />
      ) : (
        <List kind={kind} list={list} query={query} isPending={props.isPending} />
      )}
      {said && !isBusy && <Toast {...said} />}
    </div>
  )
}

interface AskProps extends Pick<CatalogueViewProps, 'kind' | 'query' | 'deleted'> {
  asked: Asked
  busy: boolean
}

function Ask({ kind, query, asked, deleted, busy }: AskProps) {
  const { choice, count } = asked
  const consequences = [consequence(count), ...(deleted ? [forgottenByDeleting(deleted)] : [])]
  const fields: Record<string, string> =
    'ids' in choice ? { ids: choice.ids.join(' ') } : { all: String(count) }
  const path = toListPath(kind, query)
  return (
    <ConfirmPanel
      title={askDelete(kind, count)}
      text={`${toNames(asked)}. ${consequences.join(' ')}`}
      intent="delete"
      fields={fields}
      button={{ text: count === 1 ? 'Delete' : `Delete ${toCount(kind, count)}`, busyText: 'Deleting...' }}
      back={path}
      backText={count === 1 ? 'Keep it' : 'Keep them'}
      busy={busy}
    />
  )
}

const PutBack = ({ kind, deleted, busy }: { kind: Kind; deleted: Deleted; busy: boolean }) => (
  <Form method="post" action={CATALOGUE[kind].path} className="put-back">
    <p>Deleted last: {toNames(deleted)}.</p>
    <Button intent="restore" busy={busy}>
      Put back
    </Button>
  </Form>
)

const ImportLink = ({ kind, isPending }: { kind: Kind; isPending: boolean }) => (
  <Link className="button" to={`${CATALOGUE[kind].path}/import`}>
    {isPending ? 'Go on with the import' : 'Import a CSV file'}
  </Link>
)

const Nothing = ({ kind, isPending }: { kind: Kind; isPending: boolean }) => (
  <section className="panel">
    <h2>No {kind} yet</h2>
    <p className="panel-lead">{emptyLead[kind]}</p>
    <ImportLink kind={kind} isPending={isPending} />
  </section>
)

function List({
  kind,
  list,
  query,
  isPending,
}: Pick<CatalogueViewProps, 'kind' | 'list' | 'query' | 'isPending'>) {
  const { found, total, page, pageCount } = list
  return (
    <section className="panel" id="list" aria-labelledby="listed">
      <div className="results-head">
        <h2 id="listed">
          {query === ''
            ? toCount(kind, total)
            : `${found.toLocaleString('en-US')} of ${toCount(kind, total)}`}
        </h2>
        <ImportLink kind={kind} isPending={isPending} />
      </div>
      <Filter kind={kind} query={query} />
      {found === 0 ? (
        <p className="text-small text-muted">None has all of these words in its name.</p>
      ) : (
        // The key makes each page a new form, without the ticks of the last one.
        <EntryTable key={`${query} ${page} ${total}`} kind={kind} list={list} query={query} />
      )}
      <div className="mt-5">
        <Pagination page={page} pageCount={pageCount} pathname={toListPath(kind, query)} hash="#list" />
      </div>
    </section>
  )
}

function Filter({ kind, query }: { kind: Kind; query: string }) {
  const { path, isPlace } = CATALOGUE[kind]
  return <FilterForm path={path} label={isPlace ? 'Find a name or a state' : 'Find a name'} query={query} />
}
