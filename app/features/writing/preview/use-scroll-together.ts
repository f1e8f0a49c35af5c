import { type RefObject, useEffect, useRef } from 'react'
import { SCROLL_TEXT, type TextPlace } from '../editor/editor.ts'
import { findShown, scrollTo } from './scroll-preview.ts'

const INPUTS = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const
const options = { capture: true, passive: true }

interface Sides {
  form: RefObject<HTMLFormElement | null>
  frame: RefObject<HTMLIFrameElement | null>
  /** The side that was used last. */
  leader: RefObject<'text' | 'preview'>
  /** The page in the frame that is watched already. */
  watched: RefObject<Document | undefined>
}

/**
 * Lets the text and its preview scroll together. The side that its reader used last leads, and the other one follows.
 * Returns `follow`, which the text calls after a scroll, and `watch`, which the frame calls when its page is loaded.
 */
export function useScrollTogether(form: Sides['form'], frame: Sides['frame']) {
  const leader = useRef<'text' | 'preview'>('text')
  const watched = useRef<Document>(undefined)
  useEffect(() => {
    // The scrollbar of the frame causes no event here, so the pointer that enters the frame counts as its use.
    const inputs = [...INPUTS, 'pointerover'] as const
    const lead = ({ target }: Event) => {
      leader.current = target === frame.current ? 'preview' : 'text'
    }
    for (const input of inputs) addEventListener(input, lead, options)
    watchFrame({ form, frame, leader, watched }) // it may have been loaded before the scripts of this page
    return () => {
      for (const input of inputs) removeEventListener(input, lead, options)
    }
  }, [form, frame])
  return {
    follow: (place: TextPlace) => {
      if (leader.current === 'text') scrollTo(frame.current, place)
    },
    watch: () => watchFrame({ form, frame, leader, watched }),
  }
}

// Events inside the frame do not reach the page around it.
function watchFrame({ form, frame, leader, watched }: Sides): void {
  const page = frame.current?.contentDocument
  if (!page || page === watched.current) return
  watched.current = page
  for (const input of INPUTS) page.addEventListener(input, () => void (leader.current = 'preview'), options)
  const leadText = () => {
    const place = leader.current === 'preview' ? findShown(frame.current) : undefined
    const area = form.current?.querySelector('textarea[name=content]')
    if (place) area?.dispatchEvent(new CustomEvent(SCROLL_TEXT, { detail: place }))
  }
  page.addEventListener('scroll', leadText, options)
}
