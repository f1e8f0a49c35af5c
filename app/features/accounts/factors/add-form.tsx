import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { FACTOR_KINDS } from './factor-kinds.ts'
import type { FactorType } from './factors.ts'
import { codesGoToLog } from './messages.ts'

/** The fields of a refused form, as they were typed. */
export interface TypedFactor {
  friendlyName: string
  phone: string
}

interface AddFormProps {
  factorType: FactorType
  error?: string | undefined
  typed?: TypedFactor | undefined
  /** The reason why the form asks for the password of the account, as a sentence. */
  why: string | undefined
  canSendSms: boolean
  busy: boolean
}

/** The first form of adding a factor: its name, and the number of a phone. */
export function AddForm({ factorType, error, typed, why, canSendSms, busy }: AddFormProps) {
  const { label, why: use } = FACTOR_KINDS[factorType]
  const isPhone = factorType === 'phone'
  return (
    <section className="panel" aria-labelledby="add">
      <h2 id="add">Add: {label.toLowerCase()}</h2>
      <p className="mb-4 max-w-prose text-muted">{use}</p>
      {isPhone && !canSendSms && <p className="mb-4 text-small text-warn">{codesGoToLog}</p>}
      <Form method="post" action={`/account/factors?add=${factorType}`} className="max-w-md">
        <input type="hidden" name="intent" value="enrol" />
        <input type="hidden" name="factorType" value={factorType} />
        <Field
          label="Name"
          name="friendlyName"
          required
          maxLength={60}
          defaultValue={typed?.friendlyName ?? label}
          hint="So that you know it again."
          error={isPhone ? undefined : error}
        />
        {isPhone && (
          <Field
            label="Number"
            name="phone"
            type="tel"
            autoComplete="tel"
            required
            placeholder="+49 151 12345678"
            defaultValue={typed?.phone}
            hint="With its country, beginning with +."
            error={error}
          />
        )}
        <PasswordAgain why={why} />
        <p className="mt-5 flex items-center gap-4">
          <Button isPrimary busy={busy} busyText="One moment...">
            Continue
          </Button>
          <Link className="link text-small" to="/account/factors">
            Cancel
          </Link>
        </p>
      </Form>
    </section>
  )
}
