interface LengthHintProps {
  text: string
  /** Best between these numbers of characters. */
  from: number
  to: number
}

/** Says how long a text is and how long it should be; in another colour while it fits. */
export function LengthHint({ text, from, to }: LengthHintProps) {
  const { length } = Array.from(text)
  const fits = length >= from && length <= to
  return (
    <span className={fits ? 'text-ok' : undefined}>
      {length} of {from}-{to} characters
    </span>
  )
}
