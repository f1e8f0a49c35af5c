import type { FormEvent } from 'react'
import { v4 as uuidv4 } from 'uuid'

/** Gives the run of a form a new id at each attempt, in its hidden field `changeId`. The screen can follow it by this id. */
export function nameChange({ currentTarget }: FormEvent<HTMLFormElement>): void {
  const field = currentTarget.elements.namedItem('changeId')
  if (field instanceof HTMLInputElement) field.value = uuidv4()
}
