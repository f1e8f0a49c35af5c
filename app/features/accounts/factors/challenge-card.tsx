import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { NarrowPage } from '../../../shell/narrow-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { CodeForm } from './code-form.tsx'
import { FACTOR_KINDS } from './factor-kinds.ts'
import type { Factor } from './factors.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { PhoneForm } from './phone-form.tsx'
import type { OpenChallenge } from './queries.server.ts'
import styles from './factors.module.css'

interface ChallengeCardProps {
  email: string
  /** The verified factors of the account. */
  factors: Factor[]
  /** The factor to confirm with; undefined for a recovery code. */
  chosen?: Factor | undefined
  challenge?: OpenChallenge | undefined
  canSendSms: boolean
  next: string
  error?: string | undefined
  /** The form that signs out. */
  signOut: ReactNode
  busy: boolean
}

/** The second step of signing in: the form of a factor, and links to the other ones. A refusal is a toast too (spec §8). */
export function ChallengeCard({ email, factors, next, signOut, ...card }: ChallengeCardProps) {
  return (
    <NarrowPage>
      <h1 className="headline mb-3 text-[2.6rem]">Is it you?</h1>
      <p className="mb-6 wrap-anywhere text-muted">
        {email} is protected by a second factor. Confirm with it to go on.
      </p>
      <ChosenFactor key={card.chosen?.id} {...card} next={next} />
      <OtherWays factors={factors} chosen={card.chosen} next={next} />
      <div className="mt-7 border-t border-rule pt-4">{signOut}</div>
      {card.error && <Toast title={card.error} tone="bad" />}
    </NarrowPage>
  )
}

type ChosenFactorProps = Omit<ChallengeCardProps, 'email' | 'factors' | 'signOut'>

function ChosenFactor({ chosen, challenge, canSendSms, next, error, busy }: ChosenFactorProps) {
  const action = toPath(chosen?.id, next)
  if (!chosen) return <RecoveryForm {...{ action, error, busy }} />
  const { label, icon } = FACTOR_KINDS[chosen.factorType]
  const form = { action, factorId: chosen.id, busy }
  return (
    <section className="panel" aria-labelledby="factor">
      <h2 id="factor" className="flex items-center gap-2 wrap-anywhere">
        <Icon name={icon} /> {chosen.friendlyName}
      </h2>
      {chosen.factorType === 'totp' ? (
        <CodeForm
          {...form}
          error={error}
          label={`Code from your ${label.toLowerCase()}`}
          submitLabel="Confirm"
        />
      ) : (
        error && <Notice>{error}</Notice>
      )}
      {chosen.factorType === 'webauthn' && (
        <PasskeyForm {...form} label="Use passkey" passkey={challenge?.passkey} />
      )}
      {chosen.phone !== null && (
        <PhoneForm
          {...{ ...form, canSendSms }}
          phone={chosen.phone}
          isSent={challenge !== undefined}
          submitLabel="Confirm"
        />
      )}
    </section>
  )
}

function RecoveryForm({
  action,
  error,
  busy,
}: {
  action: string
  error?: string | undefined
  busy: boolean
}) {
  return (
    <section className="panel" aria-labelledby="factor">
      <h2 id="factor" className="flex items-center gap-2">
        <Icon name="lifebuoy" /> Recovery code
      </h2>
      <Form method="post" action={action} className={styles.codeForm}>
        <input type="hidden" name="intent" value="recover" />
        <Field
          label="One of your recovery codes"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          error={error}
          hint="Each of them works once."
        />
        <Button isPrimary busy={busy} busyText="Checking...">
          Confirm
        </Button>
      </Form>
    </section>
  )
}

function OtherWays({ factors, chosen, next }: Pick<ChallengeCardProps, 'factors' | 'chosen' | 'next'>) {
  return (
    <nav aria-labelledby="other-ways" className="mt-6">
      <h2 id="other-ways" className="mb-2 text-small font-semibold">
        Another way
      </h2>
      <ul className="grid gap-2">
        {factors
          .filter(({ id }) => id !== chosen?.id)
          .map(({ id, factorType, friendlyName, phone }) => (
            <li key={id}>
              <Link className="choice-link" to={toPath(id, next)}>
                <Icon name={FACTOR_KINDS[factorType].icon} />
                <span className="min-w-0 wrap-anywhere">{friendlyName}</span>
                <span className="text-small text-muted">{phone ?? FACTOR_KINDS[factorType].label}</span>
              </Link>
            </li>
          ))}
        {chosen && (
          <li>
            <Link className="choice-link" to={toPath(undefined, next)}>
              <Icon name="lifebuoy" />
              <span>Recovery code</span>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

const toPath = (factorId: string | undefined, next: string) =>
  `/auth/challenge?${new URLSearchParams({ factor: factorId ?? 'recovery', next })}`
