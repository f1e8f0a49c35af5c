import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { NarrowPage } from '../../../shell/narrow-page.tsx'

interface AuthFrameProps {
  siteName: string
  title: string
  children: ReactNode
}

/** The frame of all sign-in screens: the link back to the site, and the title. */
export function AuthFrame({ siteName, title, children }: AuthFrameProps) {
  return (
    <NarrowPage>
      <a className="inline-flex min-h-8 items-center gap-2 text-small text-muted hover:text-accent" href="/">
        <Icon name="back" /> <span className="wrap-anywhere">Back to {siteName}</span>
      </a>
      <h1 className="headline mt-4 mb-6 text-[2.6rem]">{title}</h1>
      {children}
    </NarrowPage>
  )
}
