import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isEmpty, readDraftForm } from '../drafts/drafts.ts'
import { connectionFailed, signedOut } from '../editor/editor.ts'

const PAUSE_MS = 400 // longer than the pause between two letters, shorter than that between two sentences
const BUSY_PAUSE_MS = 1500

/**
 * Shows the text of a form in a frame when its author pauses. One request runs at a time, and none while the frame is
 * hidden. Returns `refresh`, which requests a new preview, and the reason why the last one failed.
 */
export function usePreview(
  form: RefObject<HTMLFormElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
  isShown: boolean,
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
        const element = form.current
        const answer = lastAnswer.then(() => askForPreview(element))
        lastAnswer = answer
        const { body, problem: found, isBusy = false } = await answer
        if (state.current !== 'asking' || isBusy) refreshLater(isBusy ? BUSY_PAUSE_MS : 0)
        state.current = 'idle'
        if (body) show(frame.current, body)
        if (body) dispatchEvent(new Event('scroll')) // the new page may have other heights: the text leads it again
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
  useEffect(() => {
    if (isShown) refresh(0)
    return () => clearTimeout(timer.current)
  }, [refresh, isShown])
  return { problem, refresh }
}

const isWorthAsking = (
  form: HTMLFormElement | null,
  frame: HTMLIFrameElement | null,
): form is HTMLFormElement =>
  form !== null && frame !== null && frame.checkVisibility() && !isEmpty(readDraftForm(new FormData(form)))

interface Preview {
  body?: HTMLElement
  problem?: string
  isBusy?: boolean
}

// The form of the screen before may still wait for its preview. An account gets one preview at a time.
let lastAnswer: Promise<unknown> = Promise.resolve()

async function askForPreview(form: HTMLFormElement): Promise<Preview> {
  try {
    const options = { method: 'POST', body: new FormData(form), redirect: 'manual' } as const
    const answer = await fetch('/publisher/preview', options)
    if (answer.type === 'opaqueredirect') return { problem: signedOut }
    if (answer.status === 429) return { isBusy: true } // another tab of the same account
    const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html')
    // A proxy may answer too: only our own sentences are shown.
    return answer.ok
      ? { body }
      : { problem: body.querySelector('[data-refusal]')?.textContent ?? connectionFailed }
  } catch {
    return { problem: connectionFailed }
  }
}

// The body is replaced, not the page, so that the frame keeps its scroll position. It runs no scripts.
function show(frame: HTMLIFrameElement | null, shown: HTMLElement): void {
  for (const link of shown.querySelectorAll('a[href^="#"]')) link.setAttribute('target', '_self')
  frame?.contentDocument?.body.replaceChildren(...shown.childNodes)
}
