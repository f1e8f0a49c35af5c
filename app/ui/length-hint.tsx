interface LengthHintProps {
  text: string
  /** The best length, in characters: from `from` to `to`. */
  from: number
  to: number
}

/** Shows the length of a text and the best length. The colour marks a text that is too long. */
export function LengthHint({ text, from, to }: LengthHintProps) {
  const { length } = Array.from(text)
  const tone = length > to ? 'text-warn' : 'text-ok'
  return (
    <span className={length < from ? undefined : tone}>
      {length} of {from}-{to} characters
    </span>
  )
}
