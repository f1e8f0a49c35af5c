import { Field } from '../../../ui/field.tsx'

interface EmailFieldProps {
  typed: string | undefined
  error: string | undefined
}

/** The address of the account, in each form of the sign-in. */
export const EmailField = ({ typed, error }: EmailFieldProps) => (
  <Field
    label="Email"
    name="email"
    type="email"
    autoComplete="username"
    required
    defaultValue={typed}
    error={error}
  />
)
