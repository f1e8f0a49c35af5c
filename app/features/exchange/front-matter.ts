import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

const FENCED = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n(?:(.*?)\r?\n)?\1[ \t]*(?:\r?\n|$)(.*)$/s

/**
 * Splits a Markdown file into its front matter (YAML between `---`, TOML between `+++`) and its text, byte for byte;
 * without front matter the fields are empty. Throws what the parser says of front matter that it cannot read.
 */
export function parseFrontMatter(file: string): { fields: Record<string, unknown>; content: string } {
  const [, fence, head = '', content = ''] = FENCED.exec(file) ?? []
  if (!fence) return { fields: {}, content: file }
  // Tags of other programs, such as `!!js/function`, are read as plain text. The parser would warn about them on the terminal.
  const fields: unknown = fence === '---' ? parseYaml(head, { logLevel: 'error' }) : parseToml(head)
  const isRecord = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  return { fields: isRecord ? { ...fields } : {}, content }
}
