import { type FormEvent, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { NarrowPage } from '../../../shell/narrow-page.tsx'
import { NO_UNSAVED_TEXTS } from '../../../shell/unsaved-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { signOutQuestion, signOutUnanswered } from './messages.ts'
import {
  askToSignOut,
  leave,
  type SaveTexts,
  signOut,
  stay,
  takeSignOutMark,
  useSignOutState,
} from './use-sign-out.ts'

/** The form that signs out. With scripts it leaves no screen of the account behind, also without a response. */
export function SignOutForm({
  saveTexts,
  children,
}: {
  saveTexts?: SaveTexts | undefined
  children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void signOut(saveTexts)
  }
  return (
    <form method="post" action="/auth" onSubmit={submit}>
      <input type="hidden" name="intent" value="sign-out" />
      {children}
    </form>
  )
}

interface QuestionProps {
  /** True if the address asks the question: the server got a sign-out of a browser with unsaved texts. */
  isAsked: boolean
  saveTexts?: SaveTexts | undefined
  /** The path of the screen. */
  current: string
}

/** Asks before signing out deletes texts that only this browser has. */
export function SignOutQuestion({ isAsked, saveTexts, current }: QuestionProps) {
  const state = useSignOutState()
  useEffect(() => {
    if (isAsked) void (takeSignOutMark() ? signOut(saveTexts) : askToSignOut(saveTexts))
  }, [isAsked, saveTexts])
  if (state.step !== 'asking' && !isAsked) return null
  const { title, button, back, ...texts } = signOutQuestion
  const names = state.step === 'asking' ? state.names : undefined
  return (
    <section className="panel mb-5 max-w-narrow border-s-4 border-s-bad" role="alert">
      <h2>{title}</h2>
      <p className="mb-5 max-w-prose wrap-anywhere">{texts.toText(names)}</p>
      <form method="post" action="/auth" className="flex items-center gap-4" onSubmit={leave}>
        <input type="hidden" name="intent" value="sign-out" />
        <input type="hidden" name="isAsked" value="yes" />
        <Button isDangerous busy={state.step === 'saving'}>
          {button}
        </Button>
        {isAsked ? (
          <Link className="link text-small" to={current} onClick={stay}>
            {back}
          </Link>
        ) : (
          <button type="button" className="link text-small" onClick={stay}>
            {back}
          </button>
        )}
      </form>
    </section>
  )
}

/** Shows a screen of the account until this tab signs out. After that it shows an empty page instead. */
export function UntilSignOut({ children }: { children: ReactNode }) {
  const state = useSignOutState()
  if (state.step !== 'leaving' && state.step !== 'unanswered') return children
  return <SignedOut isUnanswered={state.step === 'unanswered'} />
}

function SignedOut({ isUnanswered }: { isUnanswered: boolean }) {
  // The screens have ended by now, and keep nothing more.
  useEffect(() => {
    document.title = TITLE
    localStorage.clear()
    sessionStorage.clear()
    document.cookie = NO_UNSAVED_TEXTS
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
