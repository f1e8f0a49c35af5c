import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import { FoldedLines } from '../../../ui/folded-lines.tsx'
import { ListTable } from '../../../ui/list-table.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import { CATALOGUE, type Entry, type Kind, toCount, toLabel } from './cities-services.ts'
import { listEntryColumns } from './entry-columns.tsx'
import type { LeftOut } from '../../../shared/left-out.ts'
import type { PendingImport } from './imports.server.ts'
import { sayNothingNew, tooMany } from './messages.ts'

interface ImportPreviewProps {
  kind: Kind
  pending: PendingImport
  busy: string | undefined
}

/** Shows the entries that an import would add and leave out, with the form that confirms it. */
export function ImportPreview({ kind, pending, busy }: ImportPreviewProps) {
  const { toAdd, present, repeated, refused } = pending
  return (
    <>
      <Tiles
        tiles={[
          { label: 'To add', value: toAdd, tone: 'ok' },
          { label: 'There already', value: present.count },
          { label: 'Twice in the file', value: repeated.count, tone: 'warn' },
          { label: 'Refused', value: refused.count, tone: 'bad' },
        ]}
      />
      {pending.isTooMany && <Notice>{tooMany(kind)}</Notice>}
      <FoldedLines title="Refused" {...refused} isOpen />
      <Decision kind={kind} pending={pending} busy={busy} />
      {pending.samples.length > 0 && <Samples kind={kind} samples={pending.samples} of={toAdd} />}
      <FoldedLines title="Twice in the file" {...repeated} />
      <FoldedLines title="There already" count={present.count} first={present.first.map(toLine)} />
    </>
  )
}

const toLine = (present: PendingImport['present']['first'][number]): LeftOut => ({
  line: present.line,
  label: toLabel(present),
  why: present.isChanged ? 'Says something else in the file' : 'The same',
})

function Decision({ kind, pending, busy }: ImportPreviewProps) {
  const { fileName, readingId, columns, toAdd, present, isTooMany } = pending
  const hasWork = toAdd > 0 || present.changed > 0
  const button = toAdd > 0 ? `Add ${toCount(kind, toAdd)}` : `Update ${toCount(kind, present.changed)}`
  return (
    <section className="panel" aria-labelledby="decision">
      <h2 id="decision" className="wrap-anywhere">
        {fileName}
      </h2>
      <ColumnsRead {...columns} />
      <Form method="post" action={`${CATALOGUE[kind].path}/import`}>
        <IgnoreEnter />
        <input type="hidden" name="readingId" value={readingId} />
        {toAdd > 0 && present.changed > 0 && <UpdateChoice kind={kind} changed={present.changed} />}
        {toAdd === 0 && <input type="hidden" name="updates" value="1" />}
        {!hasWork && <p className="mb-4">{sayNothingNew(pending.refused.count, present.count)}</p>}
        <div className="flex flex-wrap items-center gap-3">
          {hasWork && !isTooMany && (
            <Button
              isPrimary
              intent="import"
              busy={busy !== undefined}
              {...(busy === 'import' && { busyText: 'Importing...' })}
            >
              {button}
            </Button>
          )}
          <Button intent="discard" busy={busy !== undefined}>
            Choose another file
          </Button>
        </div>
      </Form>
    </section>
  )
}

const ColumnsRead = ({ used, unused }: PendingImport['columns']) => (
  <p className="panel-lead wrap-anywhere">
    Columns read: {used.join(', ')}.{unused.length > 0 && ` Not read: ${unused.join(', ')}.`}
  </p>
)

const UpdateChoice = ({ kind, changed }: { kind: Kind; changed: number }) => (
  <label className="choice mb-4">
    <input type="checkbox" name="updates" value="1" />
    <span className="font-[550]">Update those that are there</span>
    <span className="text-small text-muted">
      {toCount(kind, changed)} {changed === 1 ? 'has' : 'have'} another{' '}
      {CATALOGUE[kind].isPlace ? 'population or other notes' : 'description'} in the file. Empty cells change
      nothing.
    </span>
  </label>
)

const Samples = ({ kind, samples, of }: { kind: Kind; samples: Entry[]; of: number }) => (
  <section className="panel" aria-labelledby="samples">
    <h2 id="samples">
      {samples.length === of ? 'To be added' : `The first ${samples.length} of ${of.toLocaleString('en-US')}`}
    </h2>
    <ListTable
      rows={samples}
      idOf={({ id }) => id}
      columns={listEntryColumns(kind, { excerpt: 80, showName })}
    />
  </section>
)

const showName = ({ name }: Entry) => <span className="font-[550]">{name}</span>
