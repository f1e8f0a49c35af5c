import type { ReactNode } from 'react'
import type { SaverState } from '../drafts/saver-parts.ts'
import { hasProblem, toNote } from '../drafts/messages.ts'
import type { Step } from '../writing.ts'
import styles from './room-head.module.css'

interface RoomStateProps {
  step: Step
  /** The state of the saver. A text that could not be saved is told in the bar, where there is room for the reason. */
  saving: SaverState
  /** Links to what there is of the article. One of them says for when it is scheduled. */
  children?: ReactNode
}

/** The state of a text for the line above it, and whether it is saved. */
export const RoomState = ({ step, saving, children }: RoomStateProps) => (
  <>
    <p className={styles.state} data-step={step}>
      <span className="sr-only">State: </span>
      <span className={step === 'Planned' ? 'sr-only' : undefined}>{step}</span>
    </p>
    {children}
    {!hasProblem(saving) && <p className={styles.saved}>{toNote(saving)}</p>}
  </>
)
