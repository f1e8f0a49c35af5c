interface LengthHintProps {
  text: string
  /** Best between these numbers of characters. */
  from: number
  to: number
}

/** Says how long a text is and how long it should be; in one colour while it fits, in another when it is too long. */
export function LengthHint({ text, from, to }: LengthHintProps) {
  const { length } = Array.from(text)
  const tone = length > to ? 'text-warn' : 'text-ok'
  return (
    <span className={length < from ? undefined : tone}>
      {length} of {from}-{to} characters
    </span>
  )
}
