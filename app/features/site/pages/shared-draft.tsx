import { toMoment } from '../../../shared/dates.ts'
import type { ArticleWithToc } from '../../articles/articles.ts'
import { ArticlePreview } from './article-preview.tsx'
import styles from './shared-draft.module.css'

interface SharedDraftProps {
  siteName: string
  article: ArticleWithToc
  endsAt: Date
}

/** Shows a draft to a visitor without an account, as its page will look, below a notice. */
export const SharedDraft = ({ siteName, article, endsAt }: SharedDraftProps) => (
  <>
    <header className={styles.line}>
      <strong>Draft from {siteName}.</strong> It is not published, and may change. This link ends on{' '}
      {toMoment(endsAt)}.
    </header>
    <div className="wrap">
      <ArticlePreview article={article} />
    </div>
  </>
)
