import { LinkForm, type LinkProps } from './link-form.tsx'

/**
 * The page that the link of a confirmation mail opens. It asks for a password, because the one from signing up may be a
 * stranger's. It is a form, because mail scanners follow links too.
 */
export const ConfirmAddress = (props: LinkProps) => (
  <LinkForm
    {...props}
    title="Confirm your address"
    label="Password"
    hint="The one that you signed up with, or another one of at least 8 characters. It opens your account from now on."
    button={{ text: 'Yes, this is my address', busyText: 'Confirming...' }}
    again="/auth/verify"
  />
)
