import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns true if the keyboard has led into a frame. A frame never matches `:focus-visible`, because the focus is in
 * its document. That document runs no scripts, so its events cannot be observed. This hook listens for the loss of the
 * focus of this page.
 */
export function useFrameFocus(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [isFocused, setIsFocused] = useState(false)
  useEffect(() => {
    let isByKey = false
    const watchKey = ({ key }: KeyboardEvent) => (isByKey = key === 'Tab')
    const watchPointer = () => (isByKey = false)
    const look = () => setIsFocused(isByKey && document.activeElement === frame.current)
    const leave = () => setTimeout(look) // some browsers name the new element only after the event
    const enter = () => setIsFocused(false)
    addEventListener('keydown', watchKey, true)
    addEventListener('pointerdown', watchPointer, true)
    addEventListener('blur', leave)
    addEventListener('focus', enter)
    return () => {
      removeEventListener('keydown', watchKey, true)
      removeEventListener('pointerdown', watchPointer, true)
      removeEventListener('blur', leave)
      removeEventListener('focus', enter)
    }
  }, [frame])
  return isFocused
}
