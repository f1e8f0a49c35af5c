import { type ComponentProps, useRef, useState } from 'react'
import { toList } from '../../../shared/text.ts'
import { Field } from '../../../ui/field.tsx'
import { useLookup } from '../../../ui/use-lookup.ts'
import styles from '../writing.module.css'

type TagsFieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'defaultValue' | 'error'>

const MOST_SHOWN = 8

/** The field for the tags. It suggests those of the account's own articles that begin with the typed text. */
export function TagsField(props: TagsFieldProps) {
  const group = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(String(props.defaultValue ?? ''))
  const { load, data, state } = useLookup<{ tags: string[] }>()
  const begun = /[^,]*$/.exec(typed)?.[0].trim().normalize('NFC').toLowerCase() ?? ''
  const chosen = new Set(toList(typed.toLowerCase()))
  const offered = (data?.tags ?? [])
    .filter((tag) => !chosen.has(tag.toLowerCase()) && tag.toLowerCase().startsWith(begun))
    .slice(0, MOST_SHOWN)
  const add = (tag: string) => {
    const field = group.current?.querySelector('input')
    if (!field) return
    field.value = [
      ...toList(typed.slice(0, typed.length - (/[^,]*$/.exec(typed)?.[0].length ?? 0))),
      tag,
      '',
    ].join(', ')
    field.dispatchEvent(new Event('input', { bubbles: true })) // the same event as for typing
    field.focus()
  }
  return (
    <div
      ref={group}
      className="mb-4"
      onFocus={() => {
        if (state === 'idle' && !data) void load('/articles/labels')
      }}
    >
      <Field
        label="Tags (comma-separated)"
        autoComplete="off"
        {...props}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {offered.length > 0 && (
        <p className={styles.offered}>
          <span className="sr-only">Tags of your articles:</span>
          {offered.map((tag) => (
            <button key={tag} type="button" aria-label={`Add the tag ${tag}`} onClick={() => add(tag)}>
              {tag}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}
