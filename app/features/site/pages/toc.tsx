import type { ArticleWithToc } from '../../articles/articles.ts'
import { toTextAttributes } from './text-shape.ts'
import styles from './toc.module.css'

/** Shows links to the sections of a long article. The page's script marks the section that the reader is at. */
export function Toc({ article }: { article: Pick<ArticleWithToc, 'toc' | 'lang'> }) {
  return (
    <nav className={styles.toc} data-contents aria-label="In this article">
      <ol {...toTextAttributes(article.lang)}>
        {article.toc.map(({ id, text, level }) => (
          <li key={id} className={level > 2 ? styles.isInner : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
