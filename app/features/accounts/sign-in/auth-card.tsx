import { useState } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TabList, toPanel, useTab } from '../../../ui/tab-list.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { NAME_LENGTH } from '../accounts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthRefusal } from './auth-refusal.tsx'
import { confirmationSent, firstAccount, signUpRules } from './messages.ts'
import type { CredentialField, SignUpRule } from './sign-in.ts'
import { EmailField } from './email-field.tsx'
import { useSessionWatch } from './session-watch.ts'
import type { ToastCode } from './toasts.ts'

const TABS = {
  'sign-in': {
    label: 'Sign In',
    busyText: 'Signing in...',
    title: 'Welcome back',
    password: 'current-password',
    hint: undefined,
  },
  'sign-up': {
    label: 'Sign Up',
    busyText: 'Creating account...',
    title: 'Join the newsroom',
    password: 'new-password',
    hint: 'At least 8 characters.',
  },
} as const

type Tab = keyof typeof TABS

interface AuthCardProps {
  tab: Tab
  email?: string | undefined
  name?: string | undefined
  /** The typed name of the paper. */
  paper?: string | undefined
  error?: string | undefined
  /** The field that the error is about. */
  field?: CredentialField | undefined
  siteName: string
  /** Path of this site to open after signing in. */
  next: string
  busy: boolean
  /** Who may sign up with this address. */
  signUp: SignUpRule
  /** The secret of the link to the first account; empty without one. */
  first: string
  /** True while there is no account yet. */
  isFirst: boolean
  /** True if an email address must be confirmed by mail before it may sign in. */
  sendsMail: boolean
  /** True if some people sign in with their company. */
  hasCompanies: boolean
  /** Reports the result of the previous page. */
  toast?: { code: ToastCode; title: string } | undefined
}

/**
 * The forms for signing in and signing up, as two tabs (spec §2, Auth). Who signs up first names the paper, and its name
 * is the heading while it is typed.
 */
export function AuthCard({ tab, next, first, busy, toast, siteName, ...props }: AuthCardProps) {
  useSessionWatch((isSignedIn) => {
    if (isSignedIn && !busy) location.reload() // signed in in another tab: the server redirects from here
  })
  const error = busy ? undefined : props.error
  const whyClosed = findWhyClosed(props.signUp)
  const isClosed = tab === 'sign-up' && whyClosed !== undefined
  const { paper, title } = usePaper(tab, { ...props, first })
  return (
    <AuthFrame siteName={siteName} title={title}>
      <TabList label="Account" className="tabs">
        <TabLink to="sign-in" current={tab} {...{ next, first }} />
        {!whyClosed && <TabLink to="sign-up" current={tab} {...{ next, first }} />}
      </TabList>
      <div {...(!isClosed && toPanel(tab))}>
        {error && <AuthRefusal message={error} hasField={props.field !== undefined} />}
        {isClosed ? (
          <p>{whyClosed}</p>
        ) : (
          <Credentials
            {...{ tab, next, first, busy }}
            isFirst={props.isFirst}
            email={props.email}
            name={props.name}
            paper={paper}
            errors={toErrors(error, props.field)}
          />
        )}
        {tab === 'sign-in' && <OtherWays {...props} next={next} />}
      </div>
      {!busy && <Result toast={toast} sendsMail={props.sendsMail} />}
    </AuthFrame>
  )
}

const findWhyClosed = (rule: SignUpRule) => (rule === 'open' ? undefined : signUpRules[rule])

const Result = ({ toast, sendsMail }: Pick<AuthCardProps, 'toast' | 'sendsMail'>) =>
  toast && <Toast title={toast.title} {...describe(toast.code, sendsMail)} tone="ok" />

/** Returns the title of the form, and the field for the name of the paper if it has one. */
function usePaper(
  tab: Tab,
  {
    isFirst,
    sendsMail,
    first,
    paper: typed = '',
  }: Pick<AuthCardProps, 'isFirst' | 'sendsMail' | 'first' | 'paper'>,
) {
  const [name, setName] = useState(typed)
  if (tab !== 'sign-up' || !isFirst || (sendsMail && !first))
    return { title: TABS[tab].title, paper: undefined }
  return { title: name.trim() || 'Your paper', paper: { name, onType: setName } }
}

const toErrors = (error: string | undefined, field: CredentialField | undefined) =>
  error && field ? { [field]: error } : {}

const toCompanyPath = (next: string) => `/auth/company?${new URLSearchParams({ next })}`

interface Address {
  next: string
  first: string
}

const toAddress = (tab: Tab, { next, first }: Address) =>
  `/auth?${new URLSearchParams({ tab, next, ...(first && { first }) })}`

function TabLink({ to, current, ...address }: { to: Tab; current: Tab } & Address) {
  return (
    <a href={toAddress(to, address)} {...useTab(to, to === current)}>
      {TABS[to].label}
    </a>
  )
}

type CredentialsProps = Pick<
  AuthCardProps,
  'tab' | 'email' | 'name' | 'next' | 'first' | 'busy' | 'isFirst'
> & {
  paper: Omit<PaperFieldProps, 'error'> | undefined
  errors: Partial<Record<CredentialField, string>>
}

function Credentials({ tab, email, name, paper, next, first, busy, isFirst, errors }: CredentialsProps) {
  const { label, busyText, password, hint } = TABS[tab]
  return (
    <Form method="post" action={toAddress(tab, { next, first })}>
      {tab === 'sign-up' && isFirst && <p className="mb-5 text-muted">{firstAccount}</p>}
      <input type="hidden" name="intent" value={tab} />
      <input type="hidden" name="next" value={next} />
      {paper && <PaperField {...paper} error={errors.paper} />}
      <EmailField typed={email} error={errors.email} />
      {tab === 'sign-up' && <NameField name={name} error={errors.name} />}
      <PasswordField
        label="Password"
        name="password"
        autoComplete={password}
        hint={hint}
        required
        error={errors.password}
      />
      <div className="mt-6 grid">
        <Button isPrimary busy={busy} busyText={busyText}>
          {label}
        </Button>
      </div>
    </Form>
  )
}

interface PaperFieldProps {
  name: string
  onType: (name: string) => void
  error: string | undefined
}

const PaperField = ({ name, onType, error }: PaperFieldProps) => (
  <Field
    label="Name your paper"
    name="paper"
    maxLength={100}
    autoComplete="off"
    defaultValue={name}
    error={error}
    hint="It stands on every page. You can change it in the settings."
    onInput={({ currentTarget }) => onType(currentTarget.value)}
  />
)

const NameField = ({ name, error }: { name: string | undefined; error: string | undefined }) => (
  <Field
    label="Display name"
    name="name"
    autoComplete="name"
    maxLength={NAME_LENGTH}
    defaultValue={name}
    error={error}
    hint="Readers see it with your articles. If you leave it out, it is the part of your address before the @."
  />
)

const OtherWays = ({
  sendsMail,
  hasCompanies,
  next,
}: Pick<AuthCardProps, 'sendsMail' | 'hasCompanies' | 'next'>) => (
  <>
    <Recovery sendsMail={sendsMail} />
    {hasCompanies && (
      <p className="mt-4 text-small">
        <Link className="py-1 underline hover:text-accent" to={toCompanyPath(next)}>
          Sign in with your company
        </Link>
      </p>
    )}
  </>
)

function Recovery({ sendsMail }: { sendsMail: boolean }) {
  return (
    <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-2 text-small">
      <Link className="py-1 underline hover:text-accent" to="/auth/forgot">
        Forgot your password?
      </Link>
      {sendsMail && (
        <Link className="py-1 underline hover:text-accent" to="/auth/verify">
          Address not confirmed yet?
        </Link>
      )}
    </p>
  )
}

const describe = (code: ToastCode, sendsMail: boolean) =>
  code === 'account-created' && sendsMail ? { description: confirmationSent } : {}
