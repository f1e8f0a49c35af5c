import { useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Operator } from '../accounts.ts'
import { ACCOUNT, findAccountScreen, findOpen, isFor, MENU, type Need } from './desk-screens.ts'
import { SignOutForm } from './sign-out-form.tsx'
import { type SaveTexts, useSignOutState } from './use-sign-out.ts'
import styles from './desk-frame.module.css'

// The bar of a narrow window has the first four, as its styles say.
const NOT_IN_BAR = MENU.slice(4)

const MENU_ID = 'account-menu'

/** An account that the person may act for. */
export interface AccountChoice {
  id: string
  label: string
}

interface AccountMenuProps {
  operator: Operator
  /** Returns true if the person may open a screen that needs this. */
  mayDo: (need: Need) => boolean
  accounts: AccountChoice[]
  /** Path of the screen that is open. */
  current: string
  saveTexts?: SaveTexts | undefined
  onSearch: () => void
}

/** The menu of the account: its settings, the public site, and the way out. In a narrow window it holds the rest of the menu. */
export function AccountMenu({ operator, mayDo, accounts, current, saveTexts, onSearch }: AccountMenuProps) {
  const { step } = useSignOutState()
  const menu = useRef<HTMLElement>(null)
  const close = () => menu.current?.hidePopover()
  useEffect(() => {
    if (step === 'asking') menu.current?.hidePopover() // the question is on the screen below
  }, [step])
  const open = findOpen(current)?.path
  const name = operator.name || operator.email
  const ownScreen = findAccountScreen(mayDo)
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={MENU_ID} title={operator.email}>
        <Icon name="menu" />
        <span>{name}</span>
        <span>More</span>
      </button>
      <nav id={MENU_ID} popover="auto" aria-label="Account menu" className={styles.account} ref={menu}>
        <p>{name}</p>
        <Accounts {...{ accounts, operator }} />
        <button
          type="button"
          className={`${styles.rest} needs-scripts`}
          onClick={() => {
            close()
            onSearch()
          }}
        >
          <Icon name="search" />
          Go to…
        </button>
        {NOT_IN_BAR.filter(isFor(mayDo)).map(({ label, path, icon }) => (
          <Link
            key={path}
            to={path}
            className={styles.rest}
            onClick={close}
            aria-current={open === path ? 'page' : undefined}
          >
            <Icon name={icon} />
            {label}
          </Link>
        ))}
        {ownScreen && (
          <Link to={ownScreen.path} onClick={close} aria-current={open === ACCOUNT.path ? 'page' : undefined}>
            <Icon name={ACCOUNT.icon} />
            {ACCOUNT.label}
          </Link>
        )}
        {/* Public pages are not part of the desk's app, so the link loads a whole new page. */}
        <a href="/">
          <Icon name="globe" />
          View site
        </a>
        <SignOutForm saveTexts={saveTexts}>
          <Button busy={step === 'saving'}>Logout</Button>
        </SignOutForm>
      </nav>
    </>
  )
}

// The whole page is loaded for the other account: nothing of this one stays in the tab.
function Accounts({ accounts, operator }: Pick<AccountMenuProps, 'accounts' | 'operator'>) {
  const present = accounts.find(({ id }) => id === operator.id)
  if (!present) return null
  return (
    <>
      <p className="text-small text-muted">Acting for {present.label}</p>
      {accounts
        .filter((account) => account !== present)
        .map(({ id, label }) => (
          <Form key={id} method="post" action="/account/accounts" reloadDocument>
            <input type="hidden" name="accountId" value={id} />
            <Button intent="change">Act for {label}</Button>
          </Form>
        ))}
    </>
  )
}
