import { type ComponentProps, useRef, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { toAuthorNames, withCommas } from '../../../shared/author-names.ts'
import styles from '../writing.module.css'

type AuthorFieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'defaultValue' | 'error'>

/** The field for the authors. It says how many there are, and asks about other signs than commas between names. */
export function AuthorField(props: AuthorFieldProps) {
  const group = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(String(props.defaultValue ?? ''))
  const names = toAuthorNames(typed)
  const separated = withCommas(typed)
  const separate = (text: string) => {
    const field = group.current?.querySelector('input')
    if (!field) return
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true })) // the same event as for typing
    field.focus()
  }
  return (
    <div ref={group} className="mb-4">
      <Field
        label="Author *"
        required
        autoComplete="name"
        {...props}
        hint={`Separate several authors with commas.${names.length > 1 ? ` These are ${names.length}: ${names.join(' · ')}` : ''}`}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div aria-live="polite">
        {separated !== undefined && (
          <p className={`${styles.asked} text-small`}>
            Is this more than one author?{' '}
            <button type="button" className="link needs-scripts" onClick={() => separate(separated)}>
              Write “{separated}”
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
