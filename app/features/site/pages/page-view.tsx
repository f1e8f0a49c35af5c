import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { ProseSheet } from '../../../ui/prose-sheet.tsx'
import type { Article } from '../../articles/articles.ts'
import { toDir } from '../../../shared/directions.ts'
import { toTextAttributes } from './text-shape.ts'

/** Shows a page of a site, such as About: its title and its text. The text must be sanitised. */
export const PageView = ({ article }: { article: Pick<Article, 'title' | 'contentHtml' | 'lang'> }) => (
  <div className="wrap">
    <ProseSheet html={article.contentHtml} />
    <Breadcrumb items={[{ label: 'Home', href: '/' }, { label: article.title }]} />
    <article {...toTextAttributes(article.lang)}>
      <h1 className="headline text-headline" dir={toDir(article.title)}>
        {article.title}
      </h1>
      <div className="prose" dangerouslySetInnerHTML={{ __html: article.contentHtml }} />
    </article>
  </div>
)
