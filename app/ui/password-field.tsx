import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'
import { useRunsScripts } from './use-runs-scripts.ts'

/** A field for a password, with a button that shows the typed characters. Without scripts there is no button. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'addition'>) {
  const [isShown, setIsShown] = useState(false)
  const word = isShown ? 'Hide' : 'Show'
  const button = (
    <button
      type="button"
      className="link text-small reveal"
      aria-label={`${word} what is typed`}
      aria-controls={`field-${props.name}`}
      onClick={() => setIsShown(!isShown)}
    >
      {word}
    </button>
  )
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false} // some browsers send what they check to a server
      addition={useRunsScripts() && button}
    />
  )
}
