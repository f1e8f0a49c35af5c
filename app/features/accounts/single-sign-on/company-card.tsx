import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { NarrowPage } from '../../../shell/narrow-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'

interface CardProps {
  siteName: string
  error?: string | undefined
  busy: boolean
}

/** The form that asks for an address, and then the way to the company that speaks for it. */
export const CompanyCard = ({
  siteName,
  next,
  email,
  address,
  error,
  busy,
}: CardProps & {
  next: string
  email?: string | undefined
  /** The page of the company where the person signs in. */
  address?: string | undefined
}) => (
  <CompanyFrame siteName={siteName} title="Sign in with your company">
    {address ? (
      <ToCompany address={address} />
    ) : (
      // Sent without the router, because the page of the answer leads on by itself.
      <Form method="post" reloadDocument>
        <p className="mb-5 text-muted">Tell us your address at work. We lead you to your company.</p>
        <input type="hidden" name="next" value={next} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          error={error}
        />
        <div className="mt-6 grid">
          <Button isPrimary busy={busy} busyText="Asking...">
            Continue
          </Button>
        </div>
      </Form>
    )}
    <BackToSignIn />
  </CompanyFrame>
)

const ToCompany = ({ address }: { address: string }) => (
  <>
    <meta httpEquiv="refresh" content={`0;url=${address}`} />
    <p className="mb-5">You sign in at {new URL(address).host}.</p>
    <p>
      <a className="button is-primary" href={address}>
        Continue to your company
      </a>
    </p>
  </>
)

/** The page after an answer of a company that signs nobody in. */
export const CompanyRefusal = ({ siteName, error }: Omit<CardProps, 'busy'>) => (
  <CompanyFrame siteName={siteName} title="Not signed in">
    {error && <Notice>{error}</Notice>}
    <p className="mt-6 text-small">
      <Link className="py-1 underline hover:text-accent" to="/auth/company">
        Try again with your company
      </Link>
    </p>
    <BackToSignIn />
  </CompanyFrame>
)

/** The form that asks for the password of the account that an address has here, before the company may speak for it. */
export const LinkCard = ({
  siteName,
  email,
  account,
  error,
  busy,
}: CardProps & { email?: string | undefined; account?: string | undefined }) => (
  <CompanyFrame siteName={siteName} title="Is this you?">
    {email === undefined ? (
      <Notice>This sign-in has expired or was used already. Please begin again.</Notice>
    ) : (
      <Form method="post">
        <p className="mb-5 wrap-anywhere">
          {email} has an account here already. Enter its password once. From then on your company signs you in
          for {account}, and you are one of its people.
        </p>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={error}
        />
        <div className="mt-6 grid">
          <Button isPrimary busy={busy} busyText="Signing in...">
            Sign in
          </Button>
        </div>
        <p className="mt-6 text-small">
          <Link className="py-1 underline hover:text-accent" to="/auth/forgot">
            Forgot your password?
          </Link>
        </p>
      </Form>
    )}
    <BackToSignIn />
  </CompanyFrame>
)

const CompanyFrame = ({
  siteName,
  title,
  children,
}: {
  siteName: string
  title: string
  children: ReactNode
}) => (
  <NarrowPage>
    <a className="inline-flex min-h-8 items-center gap-2 text-small text-muted hover:text-accent" href="/">
      <span className="wrap-anywhere">Back to {siteName}</span>
    </a>
    <h1 className="headline mt-4 mb-6 text-[2.6rem]">{title}</h1>
    {children}
  </NarrowPage>
)

const BackToSignIn = () => (
  <p className="mt-6 text-small">
    <Link className="py-1 underline hover:text-accent" to="/auth">
      Sign in with a password
    </Link>
  </p>
)
