import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'

/** The frame of all sign-in screens: the link home and the title. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <NarrowPage>
      <a className="inline-flex min-h-8 items-center gap-2 text-small text-muted hover:text-accent" href="/">
        <Icon name="back" /> Back to home
      </a>
      <h1 className="headline mt-4 mb-6 text-[2.6rem]">{title}</h1>
      {children}
    </NarrowPage>
  )
}
