import { useState } from 'react'

interface CopyableProps {
  label: string
  /** Its breaks and spaces stay as they are. */
  value: string
}

/** Something to be carried elsewhere, letter by letter: selected as a whole by a click, or copied by its button. */
export function Copyable({ label, value }: CopyableProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setIsCopied(true),
      () => {}, // not allowed to: a click on it selects it
    )
  return (
    <div className="copyable">
      <p className="copyable-label">{label}</p>
      <pre className="copyable-value">
        <code>{value}</code>
      </pre>
      <button
        type="button"
        className="button needs-scripts"
        aria-label={`Copy: ${label}`}
        onClick={() => void copy()}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  )
}
