import { resolveAddress } from '../../../shared/addresses.ts'
import { hostOf, pageOf } from './insertion.ts'
import type { TextStructure } from './text-structure.ts'

const SCHEME = /^\s*[a-z][a-z\d+.-]*:/i

/** The links of a text to the host of its canonical address. */
interface ExistingLinks {
  count: number
  /** The linked pages, as `pageOf` names them. */
  pages: Set<string>
}

/**
 * Finds the links to the canonical host, in every notation. They may lack a scheme, or be relative to the canonical
 * address. They may be in raw HTML, or be only the visible name of the host. A fragment of the page itself does not
 * count.
 */
export function findExistingLinks({ hrefs, plain }: TextStructure, canonical: URL): ExistingLinks {
  const host = hostOf(canonical)
  const urls = hrefs
    .filter((href) => !href.startsWith('#') && (!SCHEME.test(href) || href.toLowerCase().includes(host)))
    .map((href) => URL.parse(resolveAddress(href.trim(), canonical.href)))
    .filter((url) => url !== null && /^https?:$/.test(url.protocol) && hostOf(url) === host)
  const name = new RegExp(host.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'gi')
  const isName = host.includes('.') // a host without a dot is a word like any other
  const bare = isName ? plain.reduce((count, text) => count + countMentions(text, name), 0) : 0
  return { count: urls.length + bare, pages: new Set(urls.flatMap((url) => (url ? [pageOf(url)] : []))) }
}

function countMentions(text: string, name: RegExp): number {
  let count = 0
  for (const { 0: host, index } of text.matchAll(name)) {
    const before = text.slice(Math.max(0, index - 4), index).replace(/(?<![\w.])www\.$/i, '')
    const after = text.slice(index + host.length, index + host.length + 2)
    if (!/[\w@.-]$/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) count += 1
  }
  return count
}
