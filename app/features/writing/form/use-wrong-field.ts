import { type RefObject, useEffect, useState } from 'react'
import type { DraftErrors } from '../writing.ts'

const WRONG = '[aria-invalid=true], [aria-describedby~=error-siteIds] input'

/** Brings the focus to the first field of a form that was refused. `onHidden` shows one that is not in sight. */
export function useWrongField(
  form: RefObject<HTMLFormElement | null>,
  errors: DraftErrors | undefined,
  onHidden: (field: HTMLElement) => void,
): void {
  const [wrong, setWrong] = useState<{ field: HTMLElement }>()
  useEffect(() => {
    const field = errors && form.current?.querySelector<HTMLElement>(WRONG)
    if (!field) return
    if (!field.hidden && !field.checkVisibility()) onHidden(field) // behind the editor, it is in sight
    setWrong({ field })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [form, errors])
  useEffect(() => {
    if (!wrong) return
    wrong.field.focus()
    // The editor takes the focus of the text area that is hidden behind it.
    if (document.activeElement !== wrong.field) wrong.field.dispatchEvent(new FocusEvent('focus'))
  }, [wrong])
}
