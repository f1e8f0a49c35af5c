import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { toLongDate } from '../../shared/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { FailureToast } from '../../ui/keep-screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showCurrent } from '../../ui/show-current.ts'
import { Toast, TOASTS_ID } from '../../ui/toast.tsx'
import type { Operator } from './accounts.ts'
import type { DeskCounts } from './queries.server.ts'
import { useSessionWatch, useStoreOfAccount } from './session-watch.ts'

// Who signed out here before this script was there is on the way home, too.
const OWN_WAY_MS = 2000

interface DeskFrameProps {
  siteName: string
  operator: Operator
  /** How much of each there is. */
  counts: DeskCounts | undefined
  /** When the account goes, if its owner asked for that. */
  deletionDueAt: Date | null
  /** Path of the screen that is open, such as `/publisher`. */
  current: string
  /** What the page before this one has done. */
  toast?: string | undefined
  children: ReactNode
}

interface Screen {
  label: string
  path: string
  icon: IconName
  /** Paths of screens that belong to it beside those below its own. */
  others?: string[]
  /** What there is of it. */
  count?: keyof DeskCounts
  /** Of a screen that is part of another one: that one's name, by which it is reached where the menu is small. */
  partOf?: string
}

/** Every screen of the desk, in the order of the menu; the label is also the screen's title. */
const GROUPS: { label: string; screens: Screen[] }[] = [
  {
    label: 'Write',
    screens: [
      { label: 'Publisher', path: '/publisher', icon: 'pen' },
      { label: 'Articles', path: '/articles', icon: 'sheet', count: 'articles' },
      { label: 'Backlinks', path: '/backlink-fixer', icon: 'link' },
    ],
  },
  {
    label: 'Local SEO',
    screens: [
      { label: 'SEO', path: '/seo-dashboard', icon: 'chart', others: ['/seo-settings'] },
      { label: 'Cities', path: '/manage-cities', icon: 'chart', count: 'cities', partOf: 'SEO' },
      { label: 'Services', path: '/manage-services', icon: 'chart', count: 'services', partOf: 'SEO' },
    ],
  },
  {
    label: 'Settings',
    screens: [
      { label: 'Sites', path: '/manage-sites', icon: 'globe', count: 'sites' },
      { label: 'Account', path: '/account', icon: 'person' },
    ],
  },
]
const SCREENS = GROUPS.flatMap(({ screens }) => screens)

const isOpen = ({ path, others = [] }: Screen, current: string) =>
  [path, ...others].some((own) => current === own || current.startsWith(`${own}/`))

/** The signed-in side of the product: its screens beside the one that is open. */
export function DeskFrame(props: DeskFrameProps) {
  const { siteName, operator, counts, deletionDueAt, current, toast, children } = props
  const isLeaving = useRef(false) // this tab signs out itself, and is on its way home
  useStoreOfAccount()
  useSessionWatch((isSignedIn) => {
    if (isSignedIn || isLeaving.current) return
    setTimeout(() => location.assign(`/auth?${new URLSearchParams({ next: current })}`), OWN_WAY_MS)
  })
  return (
    <div className="desk">
      <header className="desk-side">
        <a className="wordmark" href="/">
          {siteName}
        </a>
        <nav aria-label="Desk" className="menu-row">
          {GROUPS.map(({ label, screens }) => (
            <div key={label} className="desk-group">
              <p className="desk-group-label">{label}</p>
              {screens.map((screen) => (
                <MenuLink key={screen.path} screen={screen} counts={counts} current={current} />
              ))}
            </div>
          ))}
          {/* Public pages are not part of the desk's app: a whole new page load. */}
          <a className="desk-view" href="/">
            View site
          </a>
        </nav>
        <div className="desk-account">
          <p title={operator.email}>{operator.name || operator.email}</p>
          <form method="post" action="/auth" onSubmit={() => (isLeaving.current = true)}>
            <input type="hidden" name="intent" value="sign-out" />
            <Button>Logout</Button>
          </form>
        </div>
      </header>
      <main id="main" className="min-w-0 px-margin py-7">
        <h1 className="desk-title">{findTitle(current)}</h1>
        {deletionDueAt && (
          <Notice>
            This account is deleted on {toLongDate(deletionDueAt)}.{' '}
            <Link className="underline" to="/account/data">
              Keep it
            </Link>
          </Notice>
        )}
        {children}
      </main>
      <div id={TOASTS_ID} className="toasts" />
      <FailureToast />
      {toast && <Toast title={toast} tone="ok" />}
    </div>
  )
}

function findTitle(current: string): string | undefined {
  const open = SCREENS.find((screen) => isOpen(screen, current))
  return open?.partOf ?? open?.label
}

interface MenuLinkProps extends Pick<DeskFrameProps, 'counts' | 'current'> {
  screen: Screen
}

function MenuLink({ screen, counts, current }: MenuLinkProps) {
  const { label, path, icon, count, partOf } = screen
  const isWhole = SCREENS.some((other) => other.partOf === label && isOpen(other, current))
  return (
    <Link
      to={path}
      className={partOf ? 'desk-part' : undefined}
      // Where the menu is small, a part's name is not in it, and that of the whole stands for it.
      data-holds-open={isWhole || undefined}
      {...(isOpen(screen, current) && { 'aria-current': 'page', ref: showCurrent })}
    >
      <Icon name={icon} />
      <span>{label}</span>
      {count && counts && <span className="desk-count">{counts[count].toLocaleString('en-US')}</span>}
    </Link>
  )
}
