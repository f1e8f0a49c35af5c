import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { isOfInputMethod } from '../../../shared/keys.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { ARTICLES_PATH } from '../writing.ts'
import type { Side, SideState, useSides } from './use-sides.ts'
import styles from './room-head.module.css'

interface RoomHeadProps {
  /** The state of the text, such as `Draft`, and whether it is saved. */
  children: ReactNode
  /** The place of the tools of the editor, which is loaded later. */
  tools: Ref<HTMLDivElement>
  sides: Record<Side, SideState>
  onToggle: (side: Side) => void
  isFocused: boolean
  toggleFocus: () => void
}

/** The line above the text: the way back, the state of the text, the tools, and what can stand beside the text. */
export function RoomHead({ children, tools, sides, onToggle, isFocused, toggleFocus }: RoomHeadProps) {
  return (
    <div className={styles.head} data-covers="top">
      <div className={styles.start}>
        <Link className={styles.back} to={ARTICLES_PATH} aria-label="All articles">
          <Icon name="back" />
          <span>Articles</span>
        </Link>
        {children}
      </div>
      <div ref={tools} className={`${styles.tools} needs-scripts`} />
      <div className={`${styles.views} needs-scripts`}>
        <Toggle icon="focus" label="Focus" name="Focus mode" isOn={isFocused} onPress={toggleFocus} />
        {SIDES.map(({ side, icon, label }) => (
          <Toggle
            key={side}
            side={side}
            icon={icon}
            label={label}
            isOn={sides[side] === 'open'}
            onPress={() => onToggle(side)}
          />
        ))}
      </div>
    </div>
  )
}

const SIDES: { side: Side; icon: IconName; label: string }[] = [
  { side: 'preview', icon: 'eye', label: 'Preview' },
  { side: 'details', icon: 'panel', label: 'Details' },
]

interface ToggleProps {
  side?: Side
  icon: IconName
  label: string
  /** The accessible name, if it says more than the label. */
  name?: string
  isOn: boolean
  onPress: () => void
}

const Toggle = ({ side, icon, label, name = label, isOn, onPress }: ToggleProps) => (
  <button
    type="button"
    data-view={side ?? 'focus'}
    aria-label={name}
    aria-pressed={isOn}
    title={name}
    onMouseDown={(event) => event.preventDefault()} // the text keeps the focus and its selection
    onClick={onPress}
  >
    <Icon name={icon} />
    <span>{label}</span>
  </button>
)

/** The head of the details. It takes the focus when they are opened, and Escape closes them. */
export function DetailsHead({ room: { sides, asked, close } }: { room: ReturnType<typeof useSides> }) {
  const isOpen = sides.details === 'open'
  const isAsked = asked === 'details'
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAsked) head.current?.focus()
  }, [isAsked])
  useEffect(() => {
    if (!isOpen) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isOfInputMethod(event)) return
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.closest('[data-details]')) leave(close)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOpen, close])
  return (
    <div className={`${styles.detailsHead} needs-scripts`}>
      <h2 ref={head} tabIndex={-1}>
        Details
      </h2>
      <button type="button" aria-label="Close the details" onClick={() => leave(close)}>
        <Icon name="close" />
      </button>
    </div>
  )
}

// The focus would be lost with the details.
function leave(close: (side: Side) => void): void {
  flushSync(() => close('details')) // the button may be hidden before
  document.querySelector<HTMLElement>('button[data-view=details]')?.focus()
}
