import { toMegabytes, UnreadableFile } from './formats.ts'

const MOST_OF_ITEM = 40 * 1024 * 1024 // an item is in memory as a whole

interface PieceParser<Item> {
  /** Returns the items that end in this piece. */
  write: (piece: string) => Item[]
  /** Returns the items that are complete at the end of the file. */
  end: () => Item[]
}

/** Returns the items that a parser finds in a text that comes in pieces. `noun` names one in the refusal of a too large one. */
export async function* readItems<Item>(
  parser: PieceParser<Item>,
  pieces: AsyncIterable<string>,
  noun: string,
): AsyncGenerator<Item> {
  let length = 0
  for await (const piece of pieces) {
    const items = parser.write(piece)
    length = items.length > 0 ? 0 : length + piece.length
    if (length > MOST_OF_ITEM)
      throw new UnreadableFile(`${noun} is larger than ${toMegabytes(MOST_OF_ITEM)}.`)
    yield* items
  }
  yield* parser.end()
}
