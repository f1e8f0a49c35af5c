import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { holdsText } from './kept-drafts.ts'
import { connectionFailed, signedOut } from './messages.ts'

const PAUSE_MS = 400 // a typist rests longer between sentences than between letters
const BUSY_PAUSE_MS = 1500

/**
 * Keeps a frame showing what a form holds, as soon as its author pauses: one request at a time, and none while the frame
 * is out of sight. Gives what asks for a new one, and why the last one came to nothing.
 */
export function usePreview(
  form: RefObject<HTMLFormElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
) {
  const [problem, setProblem] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const state = useRef<'idle' | 'asking' | 'outdated'>('idle')
  const refresh = useCallback(
    (pauseMs = PAUSE_MS) => {
      const ask = async () => {
        if (!isWorthAsking(form.current, frame.current)) return
        if (state.current !== 'idle') {
          state.current = 'outdated'
          return
        }
        state.current = 'asking'
        const { html, problem: found, isBusy = false } = await askForPreview(form.current)
        if (state.current !== 'asking' || isBusy) refreshLater(isBusy ? BUSY_PAUSE_MS : 0)
        state.current = 'idle'
        if (html !== undefined) show(frame.current, html)
        setProblem(found)
      }
      const refreshLater = (ms: number) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void ask(), ms)
      }
      refreshLater(pauseMs)
    },
    [form, frame],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  return { problem, refresh }
}

const isWorthAsking = (
  form: HTMLFormElement | null,
  frame: HTMLIFrameElement | null,
): form is HTMLFormElement => form !== null && frame !== null && frame.checkVisibility() && holdsText(form)

interface Preview {
  html?: string
  problem?: string
  isBusy?: boolean
}

async function askForPreview(form: HTMLFormElement): Promise<Preview> {
  try {
    const options = { method: 'POST', body: new FormData(form), redirect: 'manual' } as const
    const answer = await fetch('/publisher/preview', options)
    if (answer.type === 'opaqueredirect') return { problem: signedOut }
    if (answer.status === 429) return { isBusy: true } // another tab of the same account
    const text = await answer.text()
    return answer.ok ? { html: text } : { problem: text }
  } catch {
    return { problem: connectionFailed }
  }
}

// In place, so that the frame stays where it was scrolled to. The frame runs no scripts, whatever is put into it.
function show(frame: HTMLIFrameElement | null, html: string): void {
  const body = frame?.contentDocument?.body
  if (!body) return
  const shown = new DOMParser().parseFromString(html, 'text/html')
  for (const link of shown.querySelectorAll('a[href^="#"]')) link.setAttribute('target', '_self')
  body.replaceChildren(...shown.body.childNodes)
}
