import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns whether the keyboard has led into a frame. A frame never matches `:focus-visible`, because the focus is in its
 * document. That document runs no scripts, so it cannot be listened to: this page loses the focus instead.
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
