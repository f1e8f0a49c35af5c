import { Form, Link } from 'react-router'
import { countFound } from '../../../shared/page-list.ts'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { FindBar } from '../../../ui/filter-bar.tsx'
import { EmptyList, List, NoneFound } from '../../../ui/list.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { AddForm } from './add-form.tsx'
import type { Said } from './catalogue-toasts.ts'
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
    <div className="panels">
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
        <Entries kind={kind} list={list} query={query} isPending={props.isPending} />
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
  <EmptyList title={`No ${kind} yet`} lead={emptyLead[kind]}>
    <ImportLink kind={kind} isPending={isPending} />
  </EmptyList>
)

const Entries = ({
  kind,
  list,
  query,
  isPending,
}: Pick<CatalogueViewProps, 'kind' | 'list' | 'query' | 'isPending'>) => (
  <List
    title={countFound(list, (count) => toCount(kind, count), query !== '')}
    actions={<ImportLink kind={kind} isPending={isPending} />}
    filter={<Filter kind={kind} query={query} />}
    pages={{ ...list, path: toListPath(kind, query) }}
  >
    {list.found === 0 ? (
      <NoneFound>None has all of these words in its name.</NoneFound>
    ) : (
      // The key makes each page a new form, without the ticks of the last one.
      <EntryTable key={`${query} ${list.page} ${list.total}`} kind={kind} list={list} query={query} />
    )}
  </List>
)

function Filter({ kind, query }: { kind: Kind; query: string }) {
  const { path, isPlace } = CATALOGUE[kind]
  return <FindBar path={path} label={isPlace ? 'Find a name or a state' : 'Find a name'} query={query} />
}
