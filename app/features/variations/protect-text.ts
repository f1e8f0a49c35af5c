/** A text with what a model must not touch taken out of it, and that, to be put back. */
export interface Protected {
  text: string
  parts: string[]
}

const FENCE = /^[\s>]*(`{3,}|~{3,})/
const DELIMITER_ROW = /^[\s>]*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/
const OTHER_LINE = /^ {0,3}(?:>|\[[^\]\n]{1,200}\]:|<[a-z/!?]|(?:import|export)\s)/i

// Pictures, code, raw HTML and addresses within a line, tags of generators, marks of footnotes, and our own marks.
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

/** Puts a mark such as ⟦3⟧ in the place of each part that has to stay as it is: blocks as a whole, and parts of lines. */
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
 * Puts the parts back. `wrong` names the marks that are missing, that are there twice, or that were never given; those stay
 * as they are.
 */
export function restoreText(text: string, parts: string[]): { text: string; wrong: string[] } {
  const found = new Set<string>()
  const wrong = new Set<string>()
  const restored = text.replaceAll(MARK, (mark, place: string) => {
    const part = parts[Number(place) - 1]
    if (part === undefined || found.has(mark)) wrong.add(mark)
    const isFirst = !found.has(mark)
    found.add(mark)
    return isFirst && part !== undefined ? part : mark // one that came back a thousand times would fill the memory
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
  let index = 0
  while (index < lines.length) {
    const length = measureKept(lines, index)
    const last = blocks.at(-1)
    if (length > 0) blocks.push({ isKept: true, lines: lines.slice(index, index + length) })
    else if (last && !last.isKept) last.lines.push(lines[index] ?? '')
    else blocks.push({ isKept: false, lines: [lines[index] ?? ''] })
    index += Math.max(1, length)
  }
  return blocks
}

/** How many lines from here on are to stay as they are. */
function measureKept(lines: string[], from: number): number {
  const line = lines[from] ?? ''
  const fence = FENCE.exec(line)?.[1]
  if (fence) return measureFence(lines, from, fence)
  const isTable = line.includes('|') && DELIMITER_ROW.test(lines[from + 1] ?? '')
  if (!isTable && !OTHER_LINE.test(line)) return 0
  return findLine(lines, from + 1, (next) => next.trim() === '') - from
}

function measureFence(lines: string[], from: number, fence: string): number {
  const end = findLine(lines, from + 1, (line) => {
    const closing = FENCE.exec(line)?.[1]
    return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length
  })
  return Math.min(end + 1, lines.length) - from
}

/** The first line from here on that is wanted; the end, if there is none. */
function findLine(lines: string[], from: number, isWanted: (line: string) => boolean): number {
  let index = from
  while (index < lines.length && !isWanted(lines[index] ?? '')) index += 1
  return index
}
