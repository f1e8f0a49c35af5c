import { PASSWORD_AGAIN } from '../shared/password-again.ts'
import { PasswordField } from './password-field.tsx'

/** The field with which a form asks for the account's password again. `why` is its sentence; without one it is left out. */
export const PasswordAgain = ({ why }: { why: string | undefined }) =>
  why && (
    <PasswordField
      label="Password of your account"
      name={PASSWORD_AGAIN}
      autoComplete="current-password"
      required
      error={why}
    />
  )
