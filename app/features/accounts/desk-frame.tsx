import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { toLongDate } from '../../shared/dates.ts'
import { Button } from '../../ui/button.tsx'
import { FailureToast } from '../../ui/keep-screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showCurrent } from '../../ui/show-current.ts'
import { Toast, TOASTS_ID } from '../../ui/toast.tsx'
import type { Operator } from './accounts.ts'
import { useSessionWatch, useStoreOfAccount } from './session-watch.ts'

// Who signed out here before this script was there is on the way home, too.
const OWN_WAY_MS = 2000

interface DeskFrameProps {
  operator: Operator
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
  /** Paths of screens that belong to it beside those below its own. */
  others?: string[]
}

/** Every screen of the desk, in the order of the menu; the label is also the screen's title. */
const SCREENS: Screen[] = [
  { label: 'Publisher', path: '/publisher' },
  { label: 'Articles', path: '/articles' },
  { label: 'Backlinks', path: '/backlink-fixer' },
  { label: 'SEO', path: '/seo-dashboard', others: ['/seo-settings', '/manage-cities', '/manage-services'] },
  { label: 'Sites', path: '/manage-sites' },
  { label: 'Account', path: '/account' },
]

const isOpen = ({ path, others = [] }: Screen, current: string) =>
  [path, ...others].some((own) => current === own || current.startsWith(`${own}/`))

/** The signed-in side of the product: its screens beside the one that is open. */
export function DeskFrame({ operator, deletionDueAt, current, toast, children }: DeskFrameProps) {
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
          Desk
        </a>
        <nav aria-label="Desk" className="menu-row">
          {SCREENS.map((screen) => (
            <Link
              key={screen.path}
              to={screen.path}
              {...(isOpen(screen, current) && { 'aria-current': 'page', ref: showCurrent })}
            >
              {screen.label}
            </Link>
          ))}
          {/* Public pages are not part of the desk's app: a whole new page load. */}
          <a href="/">View site</a>
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
        <h1 className="desk-title">{SCREENS.find((screen) => isOpen(screen, current))?.label}</h1>
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
