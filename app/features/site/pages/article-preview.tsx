import type { ArticleWithToc } from '../../articles/articles.ts'
import { ArticleText } from './article-view.tsx'
import styles from './article-preview.module.css'

/**
 * Shows an article as its page will; a new one without its cover, because it has no id yet. Shows a note before any
 * text is typed.
 */
export const ArticlePreview = ({ article }: { article: ArticleWithToc | undefined }) => (
  <main className={styles.page}>
    {article ? (
      <ArticleText article={article} />
    ) : (
      <p className={styles.empty}>What you write appears here, as readers will see it.</p>
    )}
  </main>
)
