import { Form, Link } from 'react-router'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Toast } from '../../../ui/toast.tsx'
import {
  PAGE_LIMIT,
  type PageFormValues,
  type PageHome,
  type SitePage,
} from '../../articles/placement/placement.ts'
import { IntentButton } from './intent-button.tsx'

/** The result of the form for a page. */
export interface PageOutcome {
  done?: string
  error?: string
  typed?: PageFormValues | undefined
}

interface SitePagesProps {
  siteId: string
  /** The public origin of the site. */
  origin: string
  pages: SitePage[]
  /** The sites that a page can be on, with this one. */
  homes: PageHome[]
  /** The article of the page that is moved. */
  moving: string | undefined
  outcome: PageOutcome | undefined
  busy: string | undefined
}

/** Shows the pages of a site, such as About, and the form for another one. */
export function SitePages({ siteId, origin, pages, homes, moving, outcome, busy }: SitePagesProps) {
  const { done, error, typed } = outcome ?? {}
  const moved = done ? undefined : pages.find(({ articleId }) => articleId === moving)
  return (
    <section className="panel" aria-labelledby="pages">
      <h2 id="pages">Pages</h2>
      <p className="panel-lead">
        About, Contact, Privacy and the like. They stand at an address of their own, and on no list.
      </p>
      {pages.length > 0 && (
        <ul className="mb-5 grid gap-2">
          {pages.map(({ articleId, path, title, isPublished }) => (
            <li key={articleId} className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
              <Link className="link" to={`/articles/${articleId}`}>
                {title}
              </Link>
              {isPublished ? (
                <a href={origin + path}>{path}</a>
              ) : (
                <span className="text-muted">{path}, not published</span>
              )}
              <Link
                className="link"
                to={`/manage-sites/${siteId}?move=${articleId}#pages`}
                aria-label={`Move ${title}`}
              >
                Move
              </Link>
            </li>
          ))}
        </ul>
      )}
      {error && <Notice>{error}</Notice>}
      {moved && <MoveForm key={moved.articleId} page={moved} {...{ siteId, homes, busy }} />}
      <Form key={done} method="post" action={`/manage-sites/${siteId}`} noValidate>
        <Field
          label="Address of the page"
          name="pagePath"
          maxLength={PAGE_LIMIT.path}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="/about"
          defaultValue={typed?.pagePath}
        />
        <Field
          label="Title of the page"
          name="pageTitle"
          maxLength={PAGE_LIMIT.title}
          autoComplete="off"
          defaultValue={typed?.pageTitle}
        />
        <TextArea
          label="Text of the page"
          name="pageContent"
          rows={6}
          defaultValue={typed?.pageContent}
          hint="Markdown. Later you edit it like an article, with drafts and revisions."
        />
        <IntentButton intent="add-page" busy={busy} busyText="Adding...">
          Add the page
        </IntentButton>
      </Form>
      {done && <Toast title={done} tone="ok" />}
    </section>
  )
}

interface MoveFormProps extends Pick<SitePagesProps, 'siteId' | 'homes' | 'busy'> {
  page: SitePage
}

const MoveForm = ({ siteId, page, homes, busy }: MoveFormProps) => (
  <Form
    method="post"
    action={`/manage-sites/${siteId}?move=${page.articleId}`}
    className="mb-5 border-b border-rule pb-5"
    noValidate
  >
    <input type="hidden" name="articleId" value={page.articleId} />
    <Field
      label={`New address of “${page.title}”`}
      name="movedPath"
      maxLength={PAGE_LIMIT.path}
      autoCapitalize="none"
      autoComplete="off"
      defaultValue={page.path}
      hint="The old address leads to the new one."
    />
    {homes.length > 1 && (
      <label className="mb-4 block">
        Site
        <select className="input" name="toSiteId" defaultValue={siteId}>
          {homes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    )}
    <IntentButton intent="move-page" busy={busy} busyText="Moving...">
      Move the page
    </IntentButton>
  </Form>
)
