import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { signUpClosed } from './messages.ts'

const TABS = {
  'sign-in': {
    label: 'Sign In',
    busyText: 'Signing in...',
    title: 'Welcome back',
    password: 'current-password',
  },
  'sign-up': {
    label: 'Sign Up',
    busyText: 'Creating account...',
    title: 'Join the newsroom',
    password: 'new-password',
  },
} as const

type Tab = keyof typeof TABS

interface AuthCardProps {
  tab: Tab
  email?: string | undefined
  error?: string | undefined
  /** Where to go afterwards: a path of ours. */
  next: string
  busy: boolean
  signUpOpen: boolean
}

/** Signing in and signing up (spec §2, Auth). */
export function AuthCard({ tab, email, error, next, busy, signUpOpen }: AuthCardProps) {
  const isClosed = tab === 'sign-up' && !signUpOpen
  return (
    <main id="main" className="mx-auto w-full max-w-md px-margin py-[clamp(2rem,9vh,7rem)]">
      <a className="inline-flex min-h-8 items-center gap-2 text-small text-muted hover:text-accent" href="/">
        <Icon name="back" /> Back to home
      </a>
      <h1 className="headline mt-4 mb-6 text-[2.6rem]">{TABS[tab].title}</h1>
      <nav aria-label="Account" className="tabs">
        <TabLink to="sign-in" current={tab} next={next} />
        {signUpOpen && <TabLink to="sign-up" current={tab} next={next} />}
      </nav>
      {error && <Notice>{error}</Notice>}
      {isClosed ? <p>{signUpClosed}</p> : <Credentials tab={tab} email={email} next={next} busy={busy} />}
    </main>
  )
}

function TabLink({ to, current, next }: { to: Tab; current: Tab; next: string }) {
  const search = new URLSearchParams({ tab: to, next })
  return (
    <a href={`/auth?${search}`} aria-current={to === current ? 'page' : undefined}>
      {TABS[to].label}
    </a>
  )
}

function Credentials({ tab, email, next, busy }: Pick<AuthCardProps, 'tab' | 'email' | 'next' | 'busy'>) {
  const { label, busyText, password } = TABS[tab]
  return (
    <Form method="post" action="/auth">
      <input type="hidden" name="intent" value={tab} />
      <input type="hidden" name="next" value={next} />
      <Field label="Email" name="email" type="email" autoComplete="username" required defaultValue={email} />
      <Field label="Password" name="password" type="password" autoComplete={password} required />
      <div className="mt-6 grid">
        <Button isPrimary busy={busy} busyText={busyText}>
          {label}
        </Button>
      </div>
    </Form>
  )
}
