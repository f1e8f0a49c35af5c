import type { ArticleWithToc } from './articles.ts'
import { toTextAttributes } from './text-shape.ts'

/** Links to the sections of a long article; the page's script marks the one that is being read. */
export function Toc({ article }: { article: Pick<ArticleWithToc, 'toc' | 'lang'> }) {
  return (
    <nav className="toc" aria-label="In this article">
      <ol {...toTextAttributes(article.lang)}>
        {article.toc.map(({ id, text, level }) => (
          <li key={id} className={level > 2 ? 'is-inner' : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
