import { type FormEventHandler, useState } from 'react'
import { useActionData } from 'react-router'

type Control = HTMLInputElement | HTMLTextAreaElement

/** A mark of a field, and the answer of the server that it belongs to. */
interface Mark {
  answer: unknown
  /** Undefined once the field is corrected. */
  error: string | undefined
}

/**
 * Returns the sentence under a field, and the handlers that update it. The sentence of the server stays until the field
 * is changed. If the form cannot be sent like this, our own sentence replaces the browser's bubble.
 */
export function useFieldError<T extends Control>(
  refusal: string | undefined,
  ownOnInput: FormEventHandler<T> | undefined,
): { error: string | undefined; onInput: FormEventHandler<T>; onInvalid: FormEventHandler<T> } {
  const answer = useActionData<unknown>()
  const [mark, setMark] = useState<Mark>()
  const error = mark && mark.answer === answer ? mark.error : refusal
  return {
    error,
    onInput(event) {
      if (error) setMark({ answer, error: undefined })
      ownOnInput?.(event)
    },
    onInvalid(event) {
      event.preventDefault()
      const field = event.currentTarget
      setMark({ answer, error: toSentence(field) })
      if (field.form?.querySelector(':is(input, select, textarea):invalid') === field) field.focus()
    },
  }
}

function toSentence({ validity, validationMessage, type, minLength }: Control): string {
  if (validity.valueMissing) return 'Please fill in this field'
  if (validity.typeMismatch && type === 'email') return 'Please enter a valid email address.'
  if (validity.typeMismatch && type === 'url') return 'Please enter a whole URL, such as https://example.com.'
  if (validity.tooShort) return `Please enter at least ${minLength} characters.`
  return validationMessage
}
