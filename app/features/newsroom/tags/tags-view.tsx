import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { countFound, toListUrl } from '../../../shared/page-list.ts'
import { countOf, toExcerpt } from '../../../shared/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { FindBar } from '../../../ui/filter-bar.tsx'
import { EmptyList, List, NoneFound } from '../../../ui/list.tsx'
import { type Column, ListTable } from '../../../ui/list-table.tsx'
import { nameChange } from '../../../ui/name-change.ts'
import { Toast } from '../../../ui/toast.tsx'
import { UndoForm } from '../../../ui/undo-form.tsx'
import { categoryPath } from '../../articles/articles.ts'
import { type Tag, type TagList, TAGS_PATH, toTagsPath, type TypedTag } from './tags.ts'

interface TagsViewProps {
  list: TagList
  query: string
  /** The tag whose form is open. */
  open: OpenTag | undefined
  outcome: TagOutcome | undefined
  /** The progress of a change that continues in the background, or the undo of the newest one. */
  progress: ReactNode
  busy: boolean
}

interface OpenTag extends Tag {
  /** The typed values and the reason, if they were refused. */
  typed?: TypedTag | undefined
  error?: string | undefined
  /** The tag that has the typed name already. */
  taken?: Tag | undefined
  /** The names of all tags, which the form offers. */
  names: string[]
}

/** A toast, with the run that its button undoes. */
interface TagOutcome {
  title: string
  description?: string | undefined
  tone: 'ok' | 'warn' | 'bad'
  undoRunId?: string | undefined
}

/** The screen of the account's tags: renames, merges and describes them. */
export function TagsView({ list, query, open, outcome, progress, busy }: TagsViewProps) {
  // A form stands in its row, or above a page of the list that does not have the row.
  const isListed = list.rows.some(({ key }) => key === open?.key)
  const form = open && <TagForm key={open.key} tag={open} query={query} busy={busy} />
  return (
    <div className="panels">
      {progress}
      {!isListed && form}
      {list.total === 0 ? <NoTags /> : <Tags {...{ list, query, open, form }} />}
      {!busy && outcome && <Outcome outcome={outcome} query={query} />}
    </div>
  )
}

function TagForm({ tag, query, busy }: { tag: OpenTag; query: string; busy: boolean }) {
  const { name, description } = tag.typed ?? tag
  return (
    <section className="panel" aria-labelledby="open-tag">
      <h2 id="open-tag" className="wrap-anywhere">
        {tag.name}
      </h2>
      <p className="panel-lead">
        In {countArticles(tag.articles)}.{' '}
        <a className="link" href={categoryPath(tag.name)}>
          See its page
        </a>
      </p>
      {/* Sent to the address of the form: after a failure it is still open. */}
      <Form method="post" onSubmit={nameChange}>
        <input type="hidden" name="changeId" />
        <input type="hidden" name="key" value={tag.key} />
        <Field
          label="Name"
          name="name"
          required
          defaultValue={name}
          list="tag-names"
          error={tag.error}
          hint="All your articles with this tag get the new name, on every site. The name of another tag merges the two. The old address leads to the new one."
        />
        <datalist id="tag-names">
          {tag.names.map((other) => (
            <option key={other}>{other}</option>
          ))}
        </datalist>
        <TextArea
          label="Description"
          name="description"
          rows={3}
          defaultValue={description}
          hint="Readers see it at the top of the tag’s page, unless the owner of the site has written another one."
        />
        {tag.taken && <MergeQuestion tag={tag} taken={tag.taken} />}
        <div className="mt-4 flex items-center gap-4">
          <Button isPrimary intent="save" busy={busy} busyText="Saving...">
            {tag.taken ? 'Merge them' : 'Save'}
          </Button>
          <Link className="link text-small" to={toTagsPath(query)}>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  )
}

// With another name that is taken too, the screen asks again.
const MergeQuestion = ({ tag, taken }: { tag: OpenTag; taken: Tag }) => (
  <>
    <input type="hidden" name="mergeWith" value={taken.key} />
    <p className="mb-4 max-w-prose wrap-anywhere">
      <strong>{`Merge “${tag.name}” with “${taken.name}”?`}</strong>{' '}
      {`${countArticles(tag.articles)} and ${countArticles(taken.articles)} have one tag then. The page of “${tag.name}” leads to that of “${taken.name}”. You can undo it.`}
    </p>
  </>
)

function Tags({
  list,
  query,
  open,
  form,
}: Pick<TagsViewProps, 'list' | 'query' | 'open'> & { form: ReactNode }) {
  return (
    <List
      title={countFound(list, countTags, query !== '')}
      filter={<FindBar path={TAGS_PATH} label="Find a tag" query={query} />}
      pages={{ ...list, path: toTagsPath(query) }}
    >
      {list.found === 0 ? (
        <NoneFound>No tag has this in its name.</NoneFound>
      ) : (
        <ListTable
          rows={list.rows}
          idOf={({ key }) => key}
          columns={toColumns(query)}
          open={open && { id: open.key, content: form }}
        />
      )}
    </List>
  )
}

const EXCERPT = 140

const toColumns = (query: string): Column<Tag>[] => [
  {
    head: 'Tag',
    cell: ({ key, name }) => (
      <Link className="link" to={`${toTagsPath(query, key)}#open-tag`}>
        {name}
      </Link>
    ),
  },
  {
    head: 'Articles',
    className: 'w-22 text-end',
    cell: ({ name, articles }) => (
      <Link to={toListUrl('/articles', { tag: name })} aria-label={`${countArticles(articles)} with ${name}`}>
        {articles.toLocaleString('en-US')}
      </Link>
    ),
  },
  {
    head: 'Description',
    className: 'w-[55%] ps-6 text-muted max-md:hidden', // on a phone it is in the form
    cell: ({ description }) => toExcerpt(description, EXCERPT),
  },
]

const countTags = (count: number) => countOf(count, 'tag', 'tags')
const countArticles = (count: number) => countOf(count, 'article', 'articles')

const Outcome = ({ outcome: { undoRunId, ...toast }, query }: { outcome: TagOutcome; query: string }) => (
  <Toast {...toast}>{undoRunId && <UndoForm runId={undoRunId} path={toTagsPath(query)} />}</Toast>
)

const NoTags = () => (
  <EmptyList
    title="No tags yet"
    lead="The tags of your articles show up here. Each has a page with its articles, and you can rename, merge and describe it."
  >
    <Link className="button is-primary" to="/publisher">
      Write an article
    </Link>
  </EmptyList>
)
