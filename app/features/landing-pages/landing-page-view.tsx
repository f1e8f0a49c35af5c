import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import type { LandingPage } from './landing-pages.ts'

/** A local page (spec §2): its title and its text, which must be sanitised. */
export function LandingPageView({ page }: { page: Pick<LandingPage, 'metaTitle' | 'content'> }) {
  return (
    <div className="wrap">
      <Breadcrumb items={[{ label: 'Home', href: '/' }, { label: page.metaTitle }]} />
      <article className="landing">
        <h1 className="headline text-headline">{page.metaTitle}</h1>
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.content }} />
      </article>
    </div>
  )
}
