import { useEffect, useState } from 'react'

/** What stands beside the text, or over it where there is no room. */
export type Side = 'details' | 'preview'

/** The state of one side. `roomy`: open only where there is room for it beside the text. */
export type SideState = 'open' | 'closed' | 'roomy'

const BESIDE = '(width >= 64rem)'
const BOTH = '(width >= 108rem)'

/**
 * Returns the state of the details and of the preview, and the callbacks that open and close them. The details are open
 * at the start if something is missing in them. Neither covers the text before its author asks for it.
 */
export function useSides(isMissing: boolean) {
  const [sides, setSides] = useState<Record<Side, SideState>>({
    details: isMissing ? 'roomy' : 'closed',
    preview: 'closed',
  })
  const [asked, setAsked] = useState<Side>() // the one that the author opened last
  useEffect(() => {
    const room = matchMedia(BESIDE)
    const follow = () =>
      setSides(({ details, preview }) => ({
        details: fit(details, room.matches),
        preview: fit(preview, room.matches),
      }))
    follow()
    room.addEventListener('change', follow)
    return () => room.removeEventListener('change', follow)
  }, [])
  const open = (side: Side) => {
    setAsked(side)
    setSides((before) => ({
      ...(matchMedia(BOTH).matches ? before : { details: 'closed', preview: 'closed' }),
      [side]: 'open',
    }))
  }
  const close = (side: Side) => {
    setAsked(undefined)
    setSides((before) => ({ ...before, [side]: 'closed' }))
  }
  const toggle = (side: Side) => (sides[side] === 'open' ? close(side) : open(side))
  return { sides, asked, open, close, toggle }
}

function fit(side: SideState, isRoomy: boolean): SideState {
  if (side === 'closed') return side
  return isRoomy ? 'open' : 'roomy'
}
