import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toLongDate } from '../../../shared/dates.ts'
import { Icon } from '../../../ui/icon.tsx'
import { FailureToast } from '../../../shell/form-failure.tsx'
import { toTextOwner } from '../../../shell/unsaved-texts.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Toast, TOASTS_ID } from '../../../ui/toast.tsx'
import { may, type Operator, toPersonId } from '../accounts.ts'
import { type AccountChoice, AccountMenu } from './account-menu.tsx'
import { PaletteButton, useDeskPalette } from './desk-palette.tsx'
import {
  findOpen,
  findTabs,
  findTitle,
  isFor,
  isWriting,
  MENU,
  type MenuScreen,
  type Need,
} from './desk-screens.ts'
import { KeptFormOffer } from './kept-form-offer.tsx'
import type { DeskCounts } from './queries.server.ts'
import { useAccountWatch, useSessionWatch, useStorageClearing } from './session-watch.ts'
import { SignOutQuestion, UntilSignOut } from './sign-out-form.tsx'
import type { SaveTexts } from './use-sign-out.ts'
import styles from './desk-frame.module.css'

// A tab that signs out before its script runs still shows this frame. It gets this time to load the home page.
const SIGN_OUT_MS = 2000

interface DeskFrameProps {
  siteName: string
  operator: Operator
  /** True if the provider of the account signed the person in. Then screens about the person are closed. */
  isByProvider: boolean
  /** The accounts that the person may act for; empty if it is only one. */
  accounts: AccountChoice[]
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

/**
 * The frame of the desk: its menu, the account, and the screen that is open. It is gone as soon as the tab signs out.
 * In a narrow window the menu is a bar at the bottom.
 */
export const DeskFrame = (props: DeskFrameProps) => (
  <UntilSignOut>
    <SignedInFrame {...props} />
  </UntilSignOut>
)

function SignedInFrame(props: DeskFrameProps) {
  const { siteName, operator, accounts, counts, deletionDueAt, current, toast, saveTexts, children } = props
  const title = findTitle(current)
  const mayDo = (right: Need) => (right === 'self' ? !props.isByProvider : may(operator, right))
  const palette = useDeskPalette(mayDo)
  const tabs = findTabs(current, mayDo)
  useStorageClearing()
  useAccountWatch()
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
        <PaletteButton onOpen={palette.open} />
        <nav aria-label="Desk" className={styles.menu}>
          {MENU.filter(isFor(mayDo)).map((screen) => (
            <MenuLink key={screen.path} screen={screen} counts={counts} current={current} />
          ))}
        </nav>
        <AccountMenu {...{ operator, mayDo, accounts, current, saveTexts }} onSearch={palette.open} />
      </header>
      {palette.dialog}
      <main id="main" className="min-w-0 px-margin py-7 [@media(height<36rem)]:py-3">
        {title && <h1 className={isWriting(current) ? 'sr-only' : styles.title}>{title}</h1>}
        {deletionDueAt && (
          <Notice isStanding>
            This account is deleted on {toLongDate(deletionDueAt)}.{' '}
            <Link className="underline" to={operator.member ? '/members/data' : '/account/data'}>
              Keep it
            </Link>
          </Notice>
        )}
        <SignOutQuestion isAsked={props.asksToSignOut ?? false} {...{ saveTexts, current }} />
        <KeptFormOffer owner={toTextOwner(toPersonId(operator), operator.id)} pathname={current} />
        {tabs && <Tabs {...tabs} />}
        {children}
      </main>
      <div id={TOASTS_ID} className="toasts" />
      <FailureToast />
      {toast && <Toast title={toast} tone="ok" />}
    </div>
  )
}

interface MenuLinkProps extends Pick<DeskFrameProps, 'counts' | 'current'> {
  screen: MenuScreen
}

const MenuLink = ({ screen: { label, path, icon, count }, counts, current }: MenuLinkProps) => (
  <Link to={path} aria-current={findOpen(current)?.path === path ? 'page' : undefined}>
    <Icon name={icon} />
    <span>{label}</span>
    {count && counts && <span className={styles.count}>{counts[count].toLocaleString('en-US')}</span>}
  </Link>
)
