import { useState } from 'react'

interface CopyableProps {
  label: string
  /** Line breaks and spaces are kept. */
  value: string
}

/** Shows a value that must be copied exactly. A click selects all of it, and a button copies it. */
export function Copyable({ label, value }: CopyableProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setIsCopied(true),
      () => {}, // the browser forbids it: the reader can still select the value
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
