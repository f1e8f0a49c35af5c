import type { ReactNode } from 'react'
import { FailureToast } from './form-failure.tsx'
import { StaleNotice } from './stale-screen.tsx'
// A module, so that the sign-in already loads the sheet of the desk's views. So the desk never shows without it.
import styles from './narrow-page.module.css'

/**
 * The main part of a screen of the sign-in: a narrow column, beside a picture where there is room for one. It also shows
 * the failures of the network, so that no form of a screen fails without a word.
 */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={styles.page}>
      <StaleNotice />
      {children}
      <FailureToast />
    </main>
  )
}
