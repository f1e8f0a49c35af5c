/** A text whose protected parts are replaced by marks, and these parts in their order. A model must not change them. */
export interface Protected {
  text: string
  parts: string[]
}

const FENCE = /^[\s>]*(`{3,}|~{3,})/
const DELIMITER_ROW = /^[\s>]*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/
const OTHER_LINE = /^ {0,3}(?:>|\[[^\]\n]{1,200}\]:|<[a-z/!?]|(?:import|export)\s)/i

// Within a line: pictures, code, raw HTML, addresses, tags of site generators, footnote marks, and our own marks.
const INLINE = new RegExp(
  [
    String.raw`!\[[^\]\n]{0,500}\]\([^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500}){0,3}\)`,
    String.raw`(?<=\]\()[^()\n]{1,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500}){0,3}(?=\))`,
    String.raw`(?<=\]\[)[^\]\n]{0,200}(?=\])`,
    String.raw`\x60{1,3}[^\x60\n]{1,1000}\x60{1,3}`,
    String.raw`<[a-z/!?][^<>]{0,2000}>`,
    String.raw`(?:\bhttps?://|\bwww\.)[^\s<>()\[\]"'*]{1,2000}[^\s<>()\[\]"'*.,;:!?_]`,
    String.raw`\{\{[^{}\n]{0,500}\}\}|\{%[^%\n]{0,500}%\}`,
    String.raw`\[\^[^\]\s]{1,100}\]:?`,
    '[⟦⟧]',
  ].join('|'),
  'gi',
)
const MARK = /⟦(\d{1,5})⟧/g

/** Replaces each part that must stay as it is by a mark such as ⟦3⟧: whole blocks, and parts of lines. */
export function protectText(markdown: string): Protected {
  const parts: string[] = []
  const mark = (part: string) => `⟦${parts.push(part)}⟧`
  const blocks = splitBlocks(markdown.replaceAll('\r\n', '\n').split('\n'))
  const text = blocks
    .map(({ isKept, lines }) => {
      const block = lines.join('\n')
      return isKept ? mark(block) : block.replaceAll(INLINE, mark)
    })
    .join('\n')
  return { text, parts }
}

/**
 * Restores the parts. `wrong` names the marks that are missing, repeated or unknown; repeated and unknown ones stay in
 * the text.
 */
export function restoreText(text: string, parts: string[]): { text: string; wrong: string[] } {
  const found = new Set<string>()
  const wrong = new Set<string>()
  const restored = text.replaceAll(MARK, (mark, number: string) => {
    const part = parts[Number(number) - 1]
    if (part === undefined || found.has(mark)) wrong.add(mark)
    const isFirst = !found.has(mark)
    found.add(mark)
    return isFirst && part !== undefined ? part : mark // a part that is repeated a thousand times would fill the memory
  })
  const missing = parts.map((_, index) => `⟦${index + 1}⟧`).filter((mark) => !found.has(mark))
  return { text: restored, wrong: [...missing, ...wrong] }
}

interface Block {
  isKept: boolean
  lines: string[]
}

function splitBlocks(lines: string[]): Block[] {
  const blocks: Block[] = []
  let keptEnd = 0
  for (const [index, line] of lines.entries()) {
    if (index < keptEnd) continue
    keptEnd = index + countKeptLines(lines, index, line)
    const last = blocks.at(-1)
    if (keptEnd > index) blocks.push({ isKept: true, lines: lines.slice(index, keptEnd) })
    else if (last && !last.isKept) last.lines.push(line)
    else blocks.push({ isKept: false, lines: [line] })
  }
  return blocks
}

// From this line on; 0 if the line may be reworded.
function countKeptLines(lines: string[], from: number, line: string): number {
  const fence = FENCE.exec(line)?.[1]
  if (fence) return countFencedLines(lines, from, fence)
  const next = lines[from + 1]
  const isTable = line.includes('|') && next !== undefined && DELIMITER_ROW.test(next)
  if (!isTable && !OTHER_LINE.test(line)) return 0
  return findLine(lines, from + 1, (other) => other.trim() === '') - from
}

function countFencedLines(lines: string[], from: number, fence: string): number {
  const end = findLine(lines, from + 1, (line) => {
    const closing = FENCE.exec(line)?.[1]
    return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length
  })
  return Math.min(end + 1, lines.length) - from
}

/** Returns the index of the next wanted line, or the number of lines if there is none. */
function findLine(lines: string[], from: number, isWanted: (line: string) => boolean): number {
  for (let index = from; ; index += 1) {
    const line = lines[index]
    if (line === undefined || isWanted(line)) return index
  }
}
