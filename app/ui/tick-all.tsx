import type { MouseEvent } from 'react'

/** Some boxes of a list that are ticked together. */
export interface TickedTogether {
  name: string
  /** The values of their boxes. */
  values: string[]
}

const MANY = 4 // fewer are ticked one by one as fast

interface TickAllProps {
  /** The number of boxes in the list. */
  count: number
  groups: TickedTogether[]
}

/** Buttons that tick all boxes of their fieldset, none, or those of a group besides the ticked ones. */
export function TickAll({ count, groups }: TickAllProps) {
  if (count < MANY) return null
  return (
    <p className="needs-scripts mb-3 flex flex-wrap gap-x-4 gap-y-1 text-small">
      <button type="button" className="link" onClick={tick(true)}>
        Select all
      </button>
      <button type="button" className="link" onClick={tick(false)}>
        Select none
      </button>
      {groups.map(({ name, values }) => (
        <button key={name} type="button" className="link wrap-anywhere" onClick={tick(true, values)}>
          {name}
        </button>
      ))}
    </p>
  )
}

const tick = (isTicked: boolean, values?: string[]) => (event: MouseEvent<HTMLButtonElement>) => {
  const list = event.currentTarget.closest('fieldset')
  for (const box of list?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])
    if (!values || values.includes(box.value)) box.checked = isTicked
  list?.dispatchEvent(new Event('input', { bubbles: true })) // the same event as for a click
}
