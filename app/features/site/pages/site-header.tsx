import type { RequestSite, SiteLink } from '../../../platform/web/request-context.server.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Kept } from '../../../ui/kept-markup.tsx'
import searchScript from '../../../search-script.js?url'
import searchStyles from '../../../ui/palette.css?url'
import { categoryPath, MENU_CATEGORIES, sayTag } from '../../articles/articles.ts'
import { Wordmark } from './wordmark.tsx'
import { useSay } from '../../../ui/language.ts'
import type { Say } from '../../../shared/words/say.ts'

const FEED_PATH = '/functions/v1/generate-rss'

/**
 * Shows the header. It is the same for everyone, so that pages can be cached. It has the links of visitors and of signed
 * in users, and the page's script shows those that apply; without scripts a style sheet does, which is not the same for
 * everyone. Only the main site has sessions.
 */
export const SiteHeader = ({ site }: { site: RequestSite }) => (
  <Kept as="header" className="site-header" name={`header ${site.id}`} data={site}>
    <HeaderContent site={site} />
  </Kept>
)

function HeaderContent({ site }: { site: RequestSite }) {
  const say = useSay()
  const links = listMenu(site, say)
  return (
    <>
      {site.isMain && (
        <noscript>
          <link rel="stylesheet" href="/auth/session?as=style" />
        </noscript>
      )}
      <a className="skip-link button" href="#main">
        {say('Skip to content')}
      </a>
      <div className="wrap flex h-18 items-center gap-6">
        <Wordmark site={site} />
        <nav className="site-nav" aria-label={say('Main')}>
          <details className="menu relative">
            <summary>
              {say(site.face?.menu ? 'Sections' : 'Categories')} <Icon name="chevron" />
            </summary>
            <ul className="site-categories">
              {links.map(({ label, href }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </details>
          {site.isMain && <DeskLinks />}
          {/* For those who are signed in, the links to the desk take their room. */}
          <ul className="flex gap-6 max-[80rem]:hidden" data-when="signed-out">
            {links.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto flex items-center gap-2">
          <SearchButton />
          <a
            className="button is-icon max-[26rem]:hidden"
            href={FEED_PATH}
            target="_blank"
            rel="noopener"
            aria-label={say('RSS feed')}
          >
            <Icon name="feed" />
          </a>
          <Session site={site} />
          <button
            type="button"
            className="button is-icon md:hidden"
            popoverTarget="site-menu"
            aria-label={say('Menu')}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <MobileMenu site={site} />
    </>
  )
}

const listMenu = ({ face }: RequestSite, say: Say): SiteLink[] =>
  face?.menu ??
  (face?.categories?.map(({ name }) => name) ?? MENU_CATEGORIES).map((category) => ({
    label: sayTag(say, category),
    href: categoryPath(category),
  }))

/** Shows a link to the search page. With scripts it opens the palette instead, and so does Cmd/Ctrl+K. */
function SearchButton() {
  const say = useSay()
  return (
    <a className="button site-search" href="/search" data-search={searchScript} data-styles={searchStyles}>
      <Icon name="search" />
      <span>{say('Search articles...')}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </a>
  )
}

function MobileMenu({ site }: { site: RequestSite }) {
  const say = useSay()
  const links = listMenu(site, say)
  return (
    <div id="site-menu" className="site-sheet" popover="auto">
      <div className="flex h-18 items-center justify-between">
        <Wordmark site={site} />
        <button
          type="button"
          className="button is-icon"
          popoverTarget="site-menu"
          aria-label={say('Close menu')}
        >
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label={say('Menu')}>
        <a href="/">{say('Home')}</a>
        <a href="/search">{say('Search')}</a>
        {links.map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
        {site.isMain && <DeskLinks />}
        <a href={FEED_PATH} target="_blank" rel="noopener">
          RSS
        </a>
      </nav>
      <div className="mt-4">
        <Session site={site} />
      </div>
    </div>
  )
}

const DESK = [
  { label: 'Publisher', path: '/publisher' },
  { label: 'SEO', path: '/seo-dashboard' },
  { label: 'Backlinks', path: '/backlink-fixer' },
]

const DeskLinks = () => (
  <>
    {DESK.map(({ label, path }) => (
      <a key={path} href={path} data-when="signed-in" hidden>
        {label}
      </a>
    ))}
    <noscript>
      {DESK.map(({ label, path }) => (
        <a key={path} href={path} data-when="signed-in">
          {label}
        </a>
      ))}
    </noscript>
  </>
)

function Session({ site }: { site: RequestSite }) {
  const say = useSay()
  if (!site.isMain) {
    return (
      <a className="sign-in" href={`${site.mainOrigin}/auth`}>
        {say('Sign In')}
      </a>
    )
  }
  return (
    <>
      <a className="sign-in" href="/auth" data-when="signed-out">
        {say('Sign In')}
      </a>
      <Logout hidden />
      <noscript>
        <Logout />
      </noscript>
    </>
  )
}

function Logout({ hidden }: { hidden?: boolean }) {
  const say = useSay()
  return (
    <form method="post" action="/auth" data-when="signed-in" hidden={hidden}>
      <input type="hidden" name="intent" value="sign-out" />
      <button type="submit" className="button">
        {say('Logout')}
      </button>
    </form>
  )
}
