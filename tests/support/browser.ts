import type { Page } from '@playwright/test'

/** Collects whatever a page complains about from now on: errors, warnings, refusals of the content security policy. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}
