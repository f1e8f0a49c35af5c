import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react'
import { useFieldError } from './use-field-error.ts'
import { useRunsScripts } from './use-runs-scripts.ts'

interface Labelled {
  label: string
  name: string
  hint?: ReactNode
  error?: string | undefined
}

type FieldProps = Labelled & {
  /** Stands behind the input. */
  addition?: ReactNode
  /** True if a script reads it, and the form does not send it. */
  isLocal?: boolean
} & Omit<ComponentProps<'input'>, 'id' | 'className' | keyof Labelled>
type AreaProps = Labelled & {
  isCode?: boolean
  /** Lies behind the text, in the same letters. */
  behind?: ReactNode
} & Omit<ComponentProps<'textarea'>, 'id' | 'className' | keyof Labelled>

/** An input for one line of text, with its label above it and the error and the hint below it. */
export function Field({ label, name, hint, error: refusal, addition, isLocal, ...input }: FieldProps) {
  const { error, ...handlers } = useFieldError(refusal, input.onInput)
  const attributes = { ...toAttributes({ name, hint, error }), ...(isLocal && { name: undefined }) }
  return (
    <Labelled label={label} name={name} hint={hint} error={error}>
      <input {...input} {...handlers} {...attributes} className="input" />
      {addition}
    </Labelled>
  )
}

/** An input like `Field`, for more than one line. `isCode` shows the text in a monospaced font. */
export function TextArea({ label, name, hint, error: refusal, isCode, behind, ...area }: AreaProps) {
  const { error, ...handlers } = useFieldError(refusal, area.onInput)
  const className = isCode ? 'input font-mono text-[0.9rem]' : 'input'
  useEarlyText(`field-${name}`)
  const element = (
    <textarea {...area} {...handlers} {...toAttributes({ name, hint, error })} className={className} />
  )
  return (
    <Labelled label={label} name={name} hint={hint} error={error}>
      {behind ? (
        <div className="area-frame">
          {behind}
          {element}
        </div>
      ) : (
        element
      )}
    </Labelled>
  )
}

/** React writes the first text into a text area when it takes it over. This puts back what was typed before. */
function useEarlyText(id: string): void {
  const isTakenOver = !useRunsScripts() && typeof document !== 'undefined'
  const [early] = useState(() => (isTakenOver ? findArea(id)?.value : undefined))
  useLayoutEffect(() => {
    const area = findArea(id)
    if (early !== undefined && area && area.value !== early) area.value = early
  }, [id, early])
}

function findArea(id: string): HTMLTextAreaElement | undefined {
  const element = document.getElementById(id)
  return element instanceof HTMLTextAreaElement ? element : undefined
}

function Labelled({ label, name, hint, error, children }: Labelled & { children: ReactNode }) {
  return (
    <div className="relative mb-4 last:mb-0">
      <label htmlFor={`field-${name}`} className="mb-1.5 block text-small font-[550]">
        {label}
      </label>
      {children}
      {error && (
        <p id={`error-${name}`} className="mt-1 text-small text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`hint-${name}`} className="mt-1 text-small text-pretty wrap-anywhere text-muted tabular-nums">
          {hint}
        </p>
      )}
    </div>
  )
}

function toAttributes({ name, hint, error }: Pick<Labelled, 'name' | 'hint' | 'error'>) {
  const marks = error ? toMarks(name) : {}
  const described = [marks['aria-describedby'], hint && `hint-${name}`].filter(Boolean).join(' ')
  return { id: `field-${name}`, name, ...marks, 'aria-describedby': described || undefined }
}

/** Returns the attributes of a marked control. Its sentence has the id `error-` and the name. */
export const toMarks = (
  name: string,
): { 'aria-describedby'?: string; 'aria-invalid'?: true; autoFocus?: true } => ({
  'aria-describedby': `error-${name}`,
  'aria-invalid': true,
  autoFocus: true, // without scripts, the browser shows the first marked field by it
})
