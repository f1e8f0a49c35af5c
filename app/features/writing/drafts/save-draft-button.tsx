import type { RefObject } from 'react'
import type { DraftSaver } from './draft-saver.ts'

interface SaveDraftButtonProps {
  /** The intent of the form without scripts. */
  intent: 'save' | 'keep'
  isBusy: boolean
  saver: RefObject<DraftSaver | undefined>
}

/** Saves the draft in a form as a revision. With scripts the form stays as it is; without them the server answers. */
export const SaveDraftButton = ({ intent, isBusy, saver }: SaveDraftButtonProps) => (
  <button
    type="submit"
    name="intent"
    value={intent}
    className="button"
    disabled={isBusy}
    onClick={(event) => {
      if (!saver.current) return
      event.preventDefault()
      void saver.current.saveRevision()
    }}
  >
    Save Draft
  </button>
)
