// Runs on a worker thread: `convert` in queries sets its deadline and its heap limit.
import { readMedium } from './medium.ts'
import { readSubstack, type SubstackPost } from './substack.ts'

/** A page to convert to the fields of an article. */
export type Page = { html: string } & ({ mediumPath: string } | { substack: SubstackPost })

/** Returns the fields of an article from a page of an export. */
export default function convertPage(page: Page): Record<string, unknown> {
  return 'substack' in page ? readSubstack(page.html, page.substack) : readMedium(page.html, page.mediumPath)
}
