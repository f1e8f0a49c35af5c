import type { ComponentProps, KeyboardEvent } from 'react'
import { isOfInputMethod } from '../../../shared/keys.ts'
import { TextArea } from '../../../ui/field.tsx'
import { toOneLine } from '../drafts/drafts.ts'

type TitleFieldProps = Pick<ComponentProps<typeof TextArea>, 'name' | 'defaultValue' | 'error'>

/** The field for the title. It grows over lines, but holds no line break. */
export const TitleField = (props: TitleFieldProps) => (
  <TextArea
    label="Title *"
    required
    rows={1}
    placeholder="Title"
    {...props}
    onKeyDown={goOn}
    onInput={({ currentTarget }) => joinLines(currentTarget)}
  />
)

// The next field, as in a letter. With Control or ⌘ the key publishes.
function goOn(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
  event.preventDefault()
  if (event.ctrlKey || event.metaKey) return
  const next = event.currentTarget.form?.elements.namedItem('metaDescription')
  if (next instanceof HTMLElement) next.focus()
}

// Pasted text may have line breaks.
function joinLines(field: HTMLTextAreaElement): void {
  if (!field.value.includes('\n')) return
  const before = toOneLine(field.value.slice(0, field.selectionEnd))
  field.value = toOneLine(field.value)
  field.setSelectionRange(before.length, before.length)
}
