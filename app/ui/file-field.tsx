import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { countOf } from '../shared/text.ts'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

type FileFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'addition'> & {
  /** What is shown while no file is chosen. */
  lead?: string
}

/**
 * A field for files, with the names of those that are chosen. The browser's own field lies over it, so that files can be
 * dropped on it; without scripts that field is shown as it is.
 */
export function FileField({ lead = 'Choose a file, or drop it here', onChange, ...field }: FileFieldProps) {
  const [chosen, setChosen] = useState('')
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setChosen(sayFiles([...(event.target.files ?? [])]))
    onChange?.(event)
  }
  return (
    <div className="file-field">
      <Field
        {...field}
        type="file"
        onChange={change}
        addition={
          <p className="needs-scripts" aria-hidden="true" data-chosen={chosen !== '' || undefined}>
            <Icon name={chosen ? 'check' : 'inbox'} />
            <span>{chosen || lead}</span>
          </p>
        }
      />
    </div>
  )
}

const SHOWN = 3

function sayFiles(files: File[]): string {
  const names = files.slice(0, SHOWN).map(({ name }) => name)
  if (files.length <= SHOWN) return names.join(', ')
  return `${names[0]} and ${countOf(files.length - 1, 'other file', 'other files')}`
}
