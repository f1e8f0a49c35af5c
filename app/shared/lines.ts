/**
 * Yields the lines of a text that arrives in pieces. Only a line feed ends a line, because JSON strings may hold other
 * separators, such as U+2028, unescaped.
 */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    begun.push(first)
    const next = others.pop()
    if (next === undefined) continue
    yield begun.join('')
    yield* others
    begun = [next]
  }
  const last = begun.join('')
  if (last !== '') yield last
}
