import { type ReactNode, useEffect } from 'react'
import { NarrowPage } from '../../../shell/narrow-page.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { signOutUnanswered } from './messages.ts'
import { signOut, useSignOutState } from './use-sign-out.ts'

/** The form that signs out. With scripts it leaves no screen of the account behind, also without a response. */
export const SignOutForm = ({ children }: { children: ReactNode }) => (
  <form method="post" action="/auth" onSubmit={signOut}>
    <input type="hidden" name="intent" value="sign-out" />
    {children}
  </form>
)

/** Shows a screen of the account until this tab signs out. After that it shows an empty page instead. */
export function UntilSignOut({ children }: { children: ReactNode }) {
  const state = useSignOutState()
  if (state === 'signed-in') return children
  return <SignedOut isUnanswered={state === 'unanswered'} />
}

function SignedOut({ isUnanswered }: { isUnanswered: boolean }) {
  // The screens have ended by now, and keep nothing more.
  useEffect(() => {
    document.title = TITLE
    localStorage.clear()
    sessionStorage.clear()
  }, [])
  return (
    <NarrowPage>
      <h1 className="headline mb-3 text-[2.6rem]">{TITLE}</h1>
      {isUnanswered && (
        <Toast title={signOutUnanswered.title} description={signOutUnanswered.description} tone="bad" />
      )}
    </NarrowPage>
  )
}

const TITLE = 'Signing out...'
