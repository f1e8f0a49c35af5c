import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

const FENCED = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n(?:(.*?)\r?\n)?\1[ \t]*(?:\r?\n|$)(.*)$/s
const LONGEST = 100_000 // in characters; a parser needs long for more, and no real article has so much

/**
 * Returns the front matter of a Markdown file (YAML between `---`, TOML between `+++`) and its text. The text is the
 * same byte for byte, except for one empty line between the two. Without front matter the fields are empty. Throws the
 * parser's error for front matter that cannot be read.
 */
export function parseFrontMatter(file: string): { fields: Record<string, unknown>; content: string } {
  const [, fence, head = '', content = ''] = FENCED.exec(file) ?? []
  if (!fence) return { fields: {}, content: file }
  if (head.length > LONGEST) throw new Error('The front matter is too long.')
  // YAML tags such as `!!js/function` are read as plain text. The log level keeps the parser from printing warnings.
  const fields: unknown = fence === '---' ? parseYaml(head, { logLevel: 'error' }) : parseToml(head)
  const isRecord = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  // The empty line that nearly every file has below the front matter is not part of the text.
  return { fields: isRecord ? { ...fields } : {}, content: content.replace(/^\r?\n/, '') }
}
