import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { isOfInputMethod } from '../../../shared/keys.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './editor.module.css'

interface EditorPanelProps {
  title: string
  onClose: () => void
  /** Called for the Enter key in one of its fields. */
  onEnter?: () => void
  children: ReactNode
}

/** A panel between the tools and the text. It takes the focus; Escape closes it. */
export function EditorPanel({ title, onClose, onEnter, children }: EditorPanelProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const find = (selector: string) => panel.current?.querySelector<HTMLElement>(selector)
    const first = find('input') ?? find('button[data-first]') ?? find('h2')
    first?.focus()
  }, [])
  const press = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return
    const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (!isEnter && event.key !== 'Escape') return
    if (event.ctrlKey || event.metaKey) return // these keys publish
    event.preventDefault() // the form around it must not be sent
    event.stopPropagation()
    if (isEnter) onEnter?.()
    else onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the fields in it
    <section ref={panel} className={styles.panel} aria-label={title} onKeyDown={press}>
      <h2 tabIndex={-1}>{title}</h2>
      <button type="button" className={styles.close} aria-label={`Close: ${title}`} onClick={onClose}>
        <Icon name="close" />
      </button>
      {children}
    </section>
  )
}

interface PanelFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  placeholder?: string
}

/** A field of a panel. It has no name, so that it is not sent with a form. */
export const PanelField = ({ label, value, onChange, hint, placeholder }: PanelFieldProps) => (
  <label className={styles.field}>
    <span>{label}</span>
    <input
      className="input"
      autoComplete="off"
      value={value}
      placeholder={placeholder}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
    {hint && <small>{hint}</small>}
  </label>
)
