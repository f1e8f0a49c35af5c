const FRONT_MATTER = /^\s*(---|\+\+\+)[ \t]*\r?\n(?=[\w-]+\s*[:=])[^]*?\n\1[ \t]*(?=\r?\n|$)/

/** Returns where each line begins, with the line ends of CommonMark. */
export function findLineStarts(content: string): number[] {
  const starts = [0]
  for (const { 0: end, index } of content.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length)
  return starts
}

/** Returns the numbers, from 0, of the lines of front matter and of template tags of site generators. */
export function findForeignLines(content: string, starts: number[]): Set<number> {
  const frontMatter = FRONT_MATTER.exec(content)?.[0].length ?? 0
  const lines = new Set<number>()
  let line = 0
  for (const { from, to } of [{ from: 0, to: frontMatter }, ...findTags(content)]) {
    while ((starts[line + 1] ?? Infinity) <= from) line += 1
    for (; (starts[line] ?? Infinity) < to; line += 1) lines.add(line)
    line = Math.max(0, line - 1) // the next tag may begin on the line on which this one ends
  }
  return lines
}

function findTags(content: string): { from: number; to: number }[] {
  const tags: { from: number; to: number }[] = []
  let done = 0
  for (const { 0: opening, index: from } of content.matchAll(/\{\{|\{%/g)) {
    if (from < done) continue
    const end = content.indexOf(opening === '{{' ? '}}' : '%}', from)
    if (end === -1) return tags
    done = end + 2
    tags.push({ from, to: done })
  }
  return tags
}
