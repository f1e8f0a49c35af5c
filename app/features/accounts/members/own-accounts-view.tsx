import { Form, Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { Toast } from '../../../ui/toast.tsx'
import type { Offer, OwnAccount } from './members.ts'
import { roleNames } from './messages.ts'

interface OwnAccountsViewProps {
  accounts: OwnAccount[]
  /** The account that the person is about to leave. */
  leaving: OwnAccount | undefined
  actingId: string
  personId: string
  offers: Offer[]
  error?: string | undefined
  toast?: string | undefined
  /** The reason why accepting an offer asks for the password. */
  why?: string | undefined
  busy: boolean
}

/** The accounts that a person acts for, with the buttons to change to them and the links to leave them. */
export function OwnAccountsView({
  accounts,
  leaving,
  actingId,
  personId,
  error,
  busy,
  ...props
}: OwnAccountsViewProps) {
  return (
    <div className="grid max-w-narrow gap-5">
      {error && !leaving && <Notice>{error}</Notice>}
      {leaving && <AskLeave account={leaving} error={error} busy={busy} />}
      {props.offers.map((offer) => (
        <OfferPanel key={offer.id} offer={offer} why={props.why} busy={busy} />
      ))}
      <section className="panel" aria-labelledby="accounts">
        <h2 id="accounts">Accounts that you act for</h2>
        <ul className="rows">
          {accounts.map((account) => (
            <li key={account.id}>
              <div className="min-w-0">
                <p className="font-[550] wrap-anywhere">{account.label}</p>
                <p className="text-small text-muted">
                  {account.id === personId ? 'Your own account' : roleNames[account.role]}
                </p>
              </div>
              {account.id === actingId ? (
                <span className="state text-ok">You act for it now</span>
              ) : (
                <Form method="post" action="/account/accounts" reloadDocument>
                  <input type="hidden" name="accountId" value={account.id} />
                  <Button intent="change" busy={busy}>
                    Act for it<span className="sr-only">: {account.label}</span>
                  </Button>
                </Form>
              )}
              <Link
                className="link text-small"
                to={`?leave=${account.id}`}
                preventScrollReset
                aria-label={`Leave ${account.label}`}
              >
                Leave
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {props.toast && !busy && <Toast title={props.toast} tone="ok" />}
    </div>
  )
}

const OfferPanel = ({ offer, why, busy }: { offer: Offer; why: string | undefined; busy: boolean }) => (
  <Form method="post" action="/account/accounts" className="panel">
    <h2 className="wrap-anywhere">
      {offer.from} offers you the ownership of {offer.accountLabel}
    </h2>
    <p className="mb-4 max-w-prose">
      An owner may do everything: people, sites, settings. The offer is valid until{' '}
      {toShortDate(offer.endsAt)}.
    </p>
    <input type="hidden" name="offerId" value={offer.id} />
    <PasswordAgain why={why} />
    <Button isPrimary intent="own" busy={busy}>
      Accept
    </Button>
  </Form>
)

interface AskLeaveProps extends Pick<OwnAccountsViewProps, 'error' | 'busy'> {
  account: OwnAccount
}

const AskLeave = ({ account, error, busy }: AskLeaveProps) => (
  <ConfirmPanel
    title={`Leave ${account.label}?`}
    text="Your sessions, tokens and shared links of this account end at once. What you wrote stays there, with your name. Only an owner of the account can let you in again."
    intent="leave"
    fields={{ accountId: account.id }}
    button={{ text: 'Leave', busyText: 'Leaving...' }}
    back="/account/accounts"
    backText="Stay in it"
    busy={busy}
    error={error}
  />
)
