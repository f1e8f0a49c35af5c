import { useState } from 'react'
import { toShareLinkPath } from '../drafts/drafts.ts'
import { linkCopied, linkNotCopied, linkNotMade } from '../messages.ts'

/** The result of a press, as a toast. */
export interface ShareLinkOutcome {
  title: string
  description?: string
  tone: 'ok' | 'bad'
}

/** Makes a link to a draft, or takes its newest one, and copies it. Returns the outcome of the last press. */
export function useShareLink(id: string, save: () => Promise<void> | undefined) {
  const [outcome, setOutcome] = useState<ShareLinkOutcome>()
  const copy = async () => {
    setOutcome(undefined)
    setOutcome(await copyLink(findLink(id, save())))
  }
  return { outcome, copy: () => void copy() }
}

interface Answer {
  url?: string
  message?: string
}

async function findLink(id: string, saved: Promise<void> | undefined): Promise<Answer> {
  await saved
  try {
    const answer = await fetch(toShareLinkPath(id), {
      method: 'POST',
      body: new URLSearchParams({ intent: 'share' }),
      redirect: 'manual',
    })
    return answer.type === 'opaqueredirect' ? {} : ((await answer.json()) as Answer)
  } catch {
    return {}
  }
}

async function copyLink(asked: Promise<Answer>): Promise<ShareLinkOutcome> {
  // The clipboard takes a promise: some browsers forget the press while the server is asked.
  const written = write(asked)
  const { url, message } = await asked
  if (!url) return { ...linkNotMade, ...(message && { description: message }), tone: 'bad' }
  return (await written) ? { ...linkCopied, tone: 'ok' } : { ...linkNotCopied, description: url, tone: 'bad' }
}

async function write(asked: Promise<Answer>): Promise<boolean> {
  const text = asked.then(({ url }) => new Blob([url ?? ''], { type: 'text/plain' }))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    return true
  } catch {
    const { url } = await asked
    return navigator.clipboard.writeText(url ?? '').then(
      () => true,
      () => false, // the browser forbids it
    )
  }
}
