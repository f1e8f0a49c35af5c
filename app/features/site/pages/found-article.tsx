import type { ArticleWithToc } from '../../articles/articles.ts'
import { ArticlePreview } from './article-preview.tsx'
import styles from './shared-draft.module.css'

interface FoundArticleProps {
  article: ArticleWithToc | undefined
  /** Why the article cannot be shown, as a sentence. */
  problem: string | undefined
  /** Path of the screen that lists the article. */
  back: string
}

/** Shows an article that is not imported yet as its page will look, below a notice that leads back. */
export const FoundArticle = ({ article, problem, back }: FoundArticleProps) => (
  <>
    <header className={styles.line}>
      {problem ?? 'Readers will see the article like this. It is not imported yet.'}{' '}
      <a className="link" href={back} target="_self">
        Back to the import
      </a>
    </header>
    {article && (
      <div className="wrap">
        <ArticlePreview article={article} />
      </div>
    )}
  </>
)
