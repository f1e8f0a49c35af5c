import { useEffect, useRef } from 'react'
import { isOfInputMethod } from '../../../shared/keys.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../writing.module.css'

/**
 * A part of the publish screen. A narrow screen shows it alone, a wide one shows it beside the text. On a phone the
 * details are a sheet.
 */
export type View = 'write' | 'details' | 'preview'

const LABELS: Record<View, string> = { write: 'Write', details: 'Details', preview: 'Preview' }

/** Switches between the form and its preview if there is no room for both. Opens the sheet of a phone. */
export function ViewTabs({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset className={`${styles.viewTabs} needs-scripts`}>
      <legend className="sr-only">View</legend>
      {(Object.keys(LABELS) as View[]).map((name) => (
        <button
          key={name}
          type="button"
          data-view={name}
          aria-pressed={name === view}
          onClick={() => onChange(name)}
        >
          {LABELS[name]}
        </button>
      ))}
    </fieldset>
  )
}

/** The head of the sheet with the details. It is in sight on a phone alone. */
export function SheetHead({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    head.current?.focus()
    const press = (event: KeyboardEvent) => event.key === 'Escape' && !isOfInputMethod(event) && onClose()
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOpen, onClose])
  return (
    <div className={`${styles.sheetHead} needs-scripts`}>
      <h2 ref={head} tabIndex={-1}>
        Details
      </h2>
      <button type="button" aria-label="Close the details" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}
