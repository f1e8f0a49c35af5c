import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { FailureToast } from '../../ui/keep-screen.tsx'

/** What all screens of signing in have around them. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="auth">
      <a className="inline-flex min-h-8 items-center gap-2 text-small text-muted hover:text-accent" href="/">
        <Icon name="back" /> Back to home
      </a>
      <h1 className="headline mt-4 mb-6 text-[2.6rem]">{title}</h1>
      {children}
      <FailureToast />
    </main>
  )
}
