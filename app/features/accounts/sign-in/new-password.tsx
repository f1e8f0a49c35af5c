import { LinkForm, type LinkProps } from './link-form.tsx'

/** The form for a new password, which the link of a mail opens. */
export const NewPassword = (props: LinkProps) => (
  <LinkForm
    {...props}
    title="Choose a new password"
    label="New password"
    hint="At least 8 characters. All sessions of your account end."
    button={{ text: 'Save the password', busyText: 'Saving...' }}
    again="/auth/forgot"
  />
)
