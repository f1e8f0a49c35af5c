import { Form, Link } from 'react-router'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { PAGE_LIMIT, type PageFormValues, type SitePage } from '../../articles/placement/placement.ts'
import { IntentButton } from './intent-button.tsx'

/** The result of the form for a page. */
export interface PageOutcome {
  done?: string
  error?: string
  typed?: PageFormValues
}

interface SitePagesProps {
  siteId: string
  /** The public origin of the site. */
  origin: string
  pages: SitePage[]
  outcome: PageOutcome | undefined
  busy: string | undefined
}

/** Shows the pages of a site, such as About, and the form for another one. */
export function SitePages({ siteId, origin, pages, outcome, busy }: SitePagesProps) {
  const { done, error, typed } = outcome ?? {}
  return (
    <section className="panel" aria-labelledby="pages">
      <h2 id="pages">Pages</h2>
      <p className="panel-lead">
        About, Contact, Privacy and the like. They stand at an address of their own, and on no list.
      </p>
      {pages.length > 0 && (
        <ul className="mb-5 grid gap-2">
          {pages.map(({ articleId, path, title, isPublished }) => (
            <li key={articleId} className="flex flex-wrap gap-x-3 wrap-anywhere">
              <Link className="link" to={`/articles/${articleId}`}>
                {title}
              </Link>
              {isPublished ? (
                <a href={origin + path}>{path}</a>
              ) : (
                <span className="text-muted">{path}, not published</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {error && <Notice>{error}</Notice>}
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
