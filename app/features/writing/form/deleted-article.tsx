import { Link } from 'react-router'
import { editRefusals } from '../messages.ts'
import type { DraftFormValues } from '../drafts/drafts.ts'
import { KeptText } from './kept-text.tsx'

interface DeletedArticleProps {
  accountId: string
  articleId: string
  typed: DraftFormValues | undefined
  /** The reason why it was not saved; undefined if the article is deleted. */
  refusal: { title: string; description?: string } | undefined
}

/** Says that an article is deleted, or not the account's. Shows the typed text, so that it can be copied. */
export function DeletedArticle({ typed, refusal, ...of }: DeletedArticleProps) {
  const { title, description } = refusal ?? editRefusals['article-not-found']
  return (
    <section className="panel max-w-narrow">
      <h2>{typed ? title : 'There is no such article of yours'}</h2>
      {typed && (
        <>
          <p className="panel-lead">{description}</p>
          <textarea
            className="input mb-4 font-mono text-[0.9rem]"
            aria-label="What you typed"
            rows={16}
            readOnly
            value={`${typed.title}\n\n${typed.content}`}
          />
        </>
      )}
      <KeptText {...of} />
      <Link className="button is-primary" to="/articles">
        All articles
      </Link>
    </section>
  )
}
