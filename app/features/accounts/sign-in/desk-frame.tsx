import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toLongDate } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FailureToast } from '../../../shell/form-failure.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showCurrent } from '../../../ui/show-current.ts'
import { Toast, TOASTS_ID } from '../../../ui/toast.tsx'
import type { Operator } from '../accounts.ts'
import { DeskPalette } from './desk-palette.tsx'
import { GROUPS, isOpen, type Screen, SCREENS } from './desk-screens.ts'
import { KeptFormOffer } from './kept-form-offer.tsx'
import type { DeskCounts } from './queries.server.ts'
import { useSessionWatch, useStorageClearing } from './session-watch.ts'
import { SignOutForm, SignOutQuestion, UntilSignOut } from './sign-out-form.tsx'
import { type SaveTexts, useSignOutState } from './use-sign-out.ts'
import styles from './desk-frame.module.css'

// A tab that signs out before its script runs still shows this frame. It gets this time to load the home page.
const SIGN_OUT_MS = 2000

interface DeskFrameProps {
  siteName: string
  operator: Operator
  /** The numbers beside the menu. */
  counts: DeskCounts | undefined
  /** The time when the account is deleted, if its owner asked for that. */
  deletionDueAt: Date | null
  /** Path of the screen that is open, such as `/publisher`. */
  current: string
  /** Reports the result of the previous page. */
  toast?: string | undefined
  /** True if the address asks whether to sign out. */
  asksToSignOut?: boolean
  saveTexts?: SaveTexts | undefined
  children: ReactNode
}

/** The frame of the desk: its menu, the account, and the screen that is open. It is gone as soon as the tab signs out. */
export const DeskFrame = (props: DeskFrameProps) => (
  <UntilSignOut>
    <SignedInFrame {...props} />
  </UntilSignOut>
)

function SignedInFrame(props: DeskFrameProps) {
  const { siteName, operator, counts, deletionDueAt, current, toast, saveTexts, children } = props
  const isSaving = useSignOutState().step === 'saving'
  useStorageClearing()
  useSessionWatch((isSignedIn) => {
    if (isSignedIn) return
    setTimeout(() => location.assign(`/auth?${new URLSearchParams({ next: current })}`), SIGN_OUT_MS)
  })
  return (
    <div className={styles.frame}>
      <a className="skip-link button" href="#main">
        Skip to content
      </a>
      <header className={styles.side}>
        <a className="wordmark" href="/">
          {siteName}
        </a>
        <DeskPalette />
        <nav aria-label="Desk" className="menu-row">
          {GROUPS.map(({ label, screens }) => (
            <div key={label} className={styles.group}>
              <p className={styles.groupLabel}>{label}</p>
              {screens.map((screen) => (
                <MenuLink key={screen.path} screen={screen} counts={counts} current={current} />
              ))}
            </div>
          ))}
          {/* Public pages are not part of the desk's app, so the link loads a whole new page. */}
          <a className={styles.view} href="/">
            View site
          </a>
        </nav>
        <div className={styles.account}>
          <p title={operator.email}>{operator.name || operator.email}</p>
          <SignOutForm saveTexts={saveTexts}>
            <Button busy={isSaving}>Logout</Button>
          </SignOutForm>
        </div>
      </header>
      <main id="main" className="min-w-0 px-margin py-7">
        <h1 className={styles.title}>{findTitle(current)}</h1>
        {deletionDueAt && (
          <Notice isStanding>
            This account is deleted on {toLongDate(deletionDueAt)}.{' '}
            <Link className="underline" to="/account/data">
              Keep it
            </Link>
          </Notice>
        )}
        <SignOutQuestion isAsked={props.asksToSignOut ?? false} {...{ saveTexts, current }} />
        <KeptFormOffer accountId={operator.id} pathname={current} />
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
      className={partOf ? styles.part : undefined}
      // The small menu hides the names of sub-screens, so it marks the name of their screen as open instead.
      data-holds-open={isWhole || undefined}
      {...(isOpen(screen, current) && { 'aria-current': 'page', ref: showCurrent })}
    >
      <Icon name={icon} />
      <span>{label}</span>
      {count && counts && <span className={styles.count}>{counts[count].toLocaleString('en-US')}</span>}
    </Link>
  )
}
