import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { TEMPLATE_PATH } from './landing-pages.ts'
import type { TemplateAnswer } from './template.ts'

const PAUSE_MS = 600

/**
 * Asks for a page made from the template in a form: at once, and then whenever its author pauses. Returns the last answer,
 * the function that asks again, and the one that waits no longer, because the form is sent.
 */
export function useLivePreview(form: RefObject<HTMLFormElement | null>) {
  const { submit, data } = useFetcher<TemplateAnswer>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = useCallback(
    (pauseMs = PAUSE_MS) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (!form.current) return
        const sent = new FormData(form.current)
        sent.set('intent', 'live')
        void submit(sent, { method: 'post', action: TEMPLATE_PATH })
      }, pauseMs)
    },
    [form, submit],
  )
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  useEffect(() => {
    refresh(0)
    return cancel
  }, [refresh, cancel])
  return { answer: data, refresh, cancel }
}
