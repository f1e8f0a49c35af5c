const FRONT_MATTER = /^\s*(---|\+\+\+)[ \t]*\r?\n(?=[\w-]+\s*[:=])[^]*?\n\1[ \t]*(?=\r?\n|$)/
const TAG_END: Record<string, string> = { '{{': '}}', '{%': '%}' }

/** Where every line begins, as CommonMark counts lines. */
export function findLineStarts(content: string): number[] {
  const starts = [0]
  for (const { 0: end, index } of content.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length)
  return starts
}

/** The numbers of the lines of front matter, and of tags of other generators that go over several lines. */
export function findForeignLines(content: string, starts: number[]): Set<number> {
  const frontMatter = FRONT_MATTER.exec(content)?.[0].length ?? 0
  const lines = new Set<number>()
  let line = 0
  for (const { from, to } of [{ from: 0, to: frontMatter }, ...findTags(content)]) {
    while ((starts[line + 1] ?? Infinity) <= from) line += 1
    for (; (starts[line] ?? Infinity) < to; line += 1) lines.add(line)
    line = Math.max(0, line - 1) // another tag may begin where this one ended
  }
  return lines
}

function findTags(content: string): { from: number; to: number }[] {
  const tags: { from: number; to: number }[] = []
  let done = 0
  for (const { 0: opening, index: from } of content.matchAll(/\{\{|\{%/g)) {
    if (from < done) continue
    const end = content.indexOf(TAG_END[opening] ?? '', from)
    if (end === -1) return tags
    done = end + 2
    tags.push({ from, to: done })
  }
  return tags
}
