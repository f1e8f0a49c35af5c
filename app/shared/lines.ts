/**
 * The lines of a text that comes in pieces. Only a line feed ends one: JSON leaves other separators, such as U+2028, in
 * its strings as they are.
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
