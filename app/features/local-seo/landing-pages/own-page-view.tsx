import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AdviceList } from './advice-list.tsx'
import { MissingContact } from './missing-contact.tsx'
import { LandingPageBody } from './landing-page-view.tsx'
import {
  type Contact,
  landingPagePath,
  type LandingPage,
  type ListedPage,
  PAGES_PATH,
} from './landing-pages.ts'
import { STATE_LABELS } from './messages.ts'

interface OwnPageViewProps {
  page: ListedPage & Pick<LandingPage, 'content'>
  contact: Contact
  cover: ReactNode
}

/** Shows one of the operator's pages as readers see it, or would see it, with advice on its score. */
export function OwnPageView({ page, ...parts }: OwnPageViewProps) {
  const { state, score, slug } = page
  const isShown = state === 'published' || state === 'noindex'
  return (
    <div className="panels">
      <section className="panel" aria-labelledby="state">
        <h2 id="state">{STATE_LABELS[state]}</h2>
        <p className="panel-lead">
          {score === null ? 'No score yet.' : `${score} of 100 points.`}{' '}
          {isShown ? (
            <a className="link wrap-anywhere" href={landingPagePath({ slug })}>
              /{slug}
            </a>
          ) : (
            <>Nobody else sees it. Its address would be /{slug}.</>
          )}
        </p>
        <MissingContact contact={parts.contact} />
        <AdviceList page={page} />
        <p className="mt-4">
          <Link className="link" to={PAGES_PATH}>
            Back to the pages
          </Link>
        </p>
      </section>
      <section className="panel" aria-label="Preview">
        <LandingPageBody page={page} {...parts} isPart />
      </section>
    </div>
  )
}
