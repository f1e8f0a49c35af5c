import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { ProseSheet } from '../../../ui/prose-sheet.tsx'
import type { Article } from '../../articles/articles.ts'
import { toDir } from '../../../shared/directions.ts'
import { toTextAttributes } from './text-shape.ts'
import { useSay } from '../../../ui/language.ts'

/** Shows a page of a site, such as About: its title and its text. The text must be sanitised. */
export function PageView({
  article,
}: {
  article: Pick<Article, 'title' | 'contentHtml' | 'lang' | 'excerpt'>
}) {
  const say = useSay()
  return (
    <div className="wrap">
      <ProseSheet html={article.contentHtml} />
      <Breadcrumb items={[{ label: say('Home'), href: '/' }, { label: article.title }]} />
      <article {...toTextAttributes(article, say.language)}>
        <h1 className="headline text-headline" dir={toDir(article.title)}>
          {article.title}
        </h1>
        <div className="prose" dangerouslySetInnerHTML={{ __html: article.contentHtml }} />
      </article>
    </div>
  )
}
