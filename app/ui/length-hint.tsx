interface LengthHintProps {
  text: string
  /** The best length, in characters: from `from` to `to`. */
  from: number
  to: number
}

/** Shows how long a text is and how long it should be. The colour says whether it fits or is too long. */
export function LengthHint({ text, from, to }: LengthHintProps) {
  const { length } = Array.from(text)
  const tone = length > to ? 'text-warn' : 'text-ok'
  return (
    <span className={length < from ? undefined : tone}>
      {length} of {from}-{to} characters
    </span>
  )
}
