import type { ArticleWithToc } from '../../articles/articles.ts'
import { toTextAttributes } from './text-shape.ts'
import styles from './toc.module.css'
import { useSay } from '../../../ui/language.ts'

/** Shows links to the sections of a long article. The page's script marks the section that the reader is at. */
export function Toc({ article }: { article: Pick<ArticleWithToc, 'toc' | 'lang' | 'title' | 'excerpt'> }) {
  const say = useSay()
  return (
    <nav className={styles.toc} data-contents aria-label={say('In this article')}>
      <ol {...toTextAttributes(article, say.language)}>
        {article.toc.map(({ id, text, level }) => (
          <li key={id} className={level > 2 ? styles.isInner : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
