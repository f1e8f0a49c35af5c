import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Shows the answer to each form that is sent. The focus goes to the first marked field, and the window follows. Without
 * such a field the focus returns to the pressed button, which lost it while it was disabled. A notice is scrolled into
 * view.
 */
export function useFormFocus(): void {
  const isSending = useNavigation().formMethod === 'POST'
  const wasSending = useRef(false)
  const pressed = useRef<HTMLElement>(null)
  useEffect(() => {
    const remember = ({ submitter }: SubmitEvent) => (pressed.current = submitter)
    addEventListener('submit', remember, { capture: true })
    return () => removeEventListener('submit', remember, { capture: true })
  }, [])
  useEffect(() => {
    if (wasSending.current && !isSending) showAnswer(pressed.current)
    wasSending.current = isSending
  }, [isSending])
}

function showAnswer(pressed: HTMLElement | null): void {
  const marked = [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
  const field = marked.find((each) => each.checkVisibility())
  if (field) return showField(field)
  if (document.activeElement === document.body) pressed?.focus({ preventScroll: true })
  document.querySelector('[data-answer]')?.scrollIntoView({ block: 'nearest' })
}

// The sentence stands next to its field: in the middle of the window, both are in sight and no bar covers them.
function showField(field: HTMLElement): void {
  field.focus({ preventScroll: true })
  const [described = ''] = (field.getAttribute('aria-describedby') ?? '').split(' ')
  const sentence = document.getElementById(described) ?? field
  sentence.scrollIntoView({ block: 'center' })
}
