import type { ArticleWithToc } from '../../articles/articles.ts'
import { ArticleText } from './article-view.tsx'
import { ProseSheet } from '../../../ui/prose-sheet.tsx'
import styles from './article-preview.module.css'

interface ArticlePreviewProps {
  article: ArticleWithToc | undefined
  /** The other site that it is shown as on; undefined for the main site. */
  site?: { name: string; url: string; isVaried: boolean } | undefined
}

/** Shows an article as its page will; a new one without its cover, because it has no id yet. Before anything is typed, says so. */
export const ArticlePreview = ({ article, site }: ArticlePreviewProps) => (
  <>
    <ProseSheet />
    {site && (
      <header className={styles.masthead}>
        <span className="wordmark">{site.name}</span>
        <small>
          {site.url}
          {site.isVaried && ', with its own variation'}
        </small>
      </header>
    )}
    <main className={styles.page}>
      {article ? (
        <ArticleText article={article} />
      ) : (
        <p className={styles.empty}>What you write appears here, as readers will see it.</p>
      )}
    </main>
  </>
)
