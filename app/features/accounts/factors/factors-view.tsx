import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { AddForm, type TypedFactor } from './add-form.tsx'
import { EnrolStep } from './enrol-step.tsx'
import { FACTOR_KINDS } from './factor-kinds.ts'
import { type Factor, type FactorType, RECOVERY_CODES } from './factors.ts'
import type { QrCode } from './qr-code.server.ts'
import type { OpenChallenge } from './queries.server.ts'
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx'
import { RemoveStep } from './remove-step.tsx'

/** The form that the screen shows instead of the list. The query of the URL says which. */
export type FactorStep =
  | { kind: 'add'; factorType: FactorType }
  | {
      kind: 'enrol'
      factor: Factor
      totp?: { secret: string; uri: string; qrCode: QrCode } | undefined
      challenge?: OpenChallenge | undefined
    }
  | { kind: 'remove'; factor: Factor; isLast: boolean }

interface FactorsViewProps {
  factors: Factor[]
  recoveryCodesLeft: number
  step?: FactorStep | undefined
  canSendSms: boolean
  error?: string | undefined
  toast?: string | undefined
  typed?: TypedFactor | undefined
  /** The reason why the form asks for the password of the account, as a sentence. */
  why?: string | undefined
  /** Set only in the response that made them: they are never shown again. */
  recoveryCodes?: string[] | undefined
  email: string
  busy: boolean
}

/** The account's second factors, and the forms to add and remove one. */
export function FactorsView({ recoveryCodes, step, ...view }: FactorsViewProps) {
  const { error, toast, busy } = view
  // After a toast the form is finished, also if the list could not be loaded again.
  const open = toast ? undefined : step
  return (
    <div className="grid max-w-narrow gap-5">
      {error && !hasNotice(open) && <Notice>{error}</Notice>}
      {recoveryCodes && <RecoveryCodesPanel codes={recoveryCodes} email={view.email} />}
      {open && <Step step={open} {...view} />}
      {(!open || open.kind === 'remove') && <Overview {...view} why={toPageReason(open, view)} />}
      {toast && !busy && <Toast title={toast} tone="ok" />}
    </div>
  )
}

const hasNotice = (step: FactorStep | undefined) => step !== undefined && step.kind !== 'enrol'

// A question has the field for the password itself.
const toPageReason = (step: FactorStep | undefined, { why }: Pick<FactorsViewProps, 'why'>) =>
  step ? undefined : why

function Overview({
  factors,
  recoveryCodesLeft,
  why,
  busy,
}: Pick<FactorsViewProps, 'factors' | 'recoveryCodesLeft' | 'why' | 'busy'>) {
  const isProtected = factors.some(({ status }) => status === 'verified')
  return (
    <>
      {factors.length > 0 && <FactorList factors={factors} />}
      <FactorChoices isProtected={isProtected} />
      {isProtected && <RecoveryCodesLeft left={recoveryCodesLeft} {...{ why, busy }} />}
    </>
  )
}

type StepProps = Pick<FactorsViewProps, 'canSendSms' | 'error' | 'typed' | 'why' | 'busy'> & {
  step: FactorStep
}

function Step({ step, canSendSms, error, typed, why, busy }: StepProps) {
  if (step.kind === 'add')
    return <AddForm factorType={step.factorType} {...{ error, typed, why, canSendSms, busy }} />
  if (step.kind === 'enrol') return <EnrolStep {...step} {...{ canSendSms, busy }} />
  return <RemoveStep {...step} {...{ error, why, busy }} />
}

function FactorChoices({ isProtected }: { isProtected: boolean }) {
  return (
    <section className="panel" aria-labelledby="ways">
      <h2 id="ways">{isProtected ? 'Add another factor' : 'Only your password protects this account'}</h2>
      <p className="mb-4 max-w-prose text-muted">
        {isProtected
          ? 'With a second one you still get in when the first is lost or out of reach.'
          : 'Whoever learns it can publish in your name. A second factor asks for something that only you have: choose one, it takes a minute.'}
      </p>
      <ul className="grid gap-2">
        {(['totp', 'webauthn', 'phone'] as const).map((type) => (
          <li key={type}>
            <Link className="choice-link" to={`/account/factors?add=${type}`}>
              <Icon name={FACTOR_KINDS[type].icon} />
              <span className="font-[550]">{FACTOR_KINDS[type].label}</span>
              <span className="col-start-2 text-small text-muted">{FACTOR_KINDS[type].why}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FactorList({ factors }: { factors: Factor[] }) {
  return (
    <section className="panel" aria-labelledby="factors">
      <h2 id="factors">Your factors</h2>
      <ul>
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} />
        ))}
      </ul>
    </section>
  )
}

function FactorRow({ factor }: { factor: Factor }) {
  const { id, factorType, friendlyName, status, phone, createdAt, lastUsedAt } = factor
  const { label, icon } = FACTOR_KINDS[factorType]
  const isVerified = status === 'verified'
  return (
    <li className="item">
      <Icon name={icon} />
      <div className="min-w-0">
        <h3 className="font-[550] wrap-anywhere">{friendlyName}</h3>
        <p className="text-small text-muted">
          {[label !== friendlyName && label, phone, `Added ${toShortDate(createdAt)}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="text-small text-muted">
          {lastUsedAt ? `Last used ${toShortDate(lastUsedAt)}` : 'Not used yet'}
        </p>
      </div>
      <span className={`state ${isVerified ? 'text-ok' : 'text-warn'}`}>
        {isVerified ? 'Verified' : 'Not finished'}
      </span>
      <p className="item-actions">
        {!isVerified && (
          <Action to={`?enrol=${id}`} name={friendlyName}>
            Finish
          </Action>
        )}
        <Action to={`?remove=${id}`} name={friendlyName}>
          Remove
        </Action>
      </p>
    </li>
  )
}

function Action({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <Link className="link text-small" to={`/account/factors${to}`} preventScrollReset>
      {children}
      <span className="sr-only"> {name}</span>
    </Link>
  )
}

interface RecoveryCodesLeftProps extends Pick<FactorsViewProps, 'why' | 'busy'> {
  left: number
}

function RecoveryCodesLeft({ left, why, busy }: RecoveryCodesLeftProps) {
  return (
    <section className="panel" aria-labelledby="recovery">
      <h2 id="recovery">Recovery codes</h2>
      <p className={left < 4 ? 'mb-4 text-warn' : 'mb-4 text-muted'}>
        {left} of {RECOVERY_CODES} left. Each of them opens your account once when your factors are out of
        reach. New ones make those that you have worthless.
      </p>
      <Form method="post" action="/account/factors">
        <input type="hidden" name="intent" value="recovery-codes" />
        <PasswordAgain why={why} />
        <Button busy={busy}>Make new codes</Button>
      </Form>
    </section>
  )
}
