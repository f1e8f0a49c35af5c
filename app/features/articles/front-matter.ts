import { parse } from 'yaml'

/** Splits a Markdown file into its YAML front matter and its text; without front matter the fields are empty. */
export function parseFrontMatter(file: string): { fields: Record<string, unknown>; content: string } {
  const match = /^---\r?\n(.*?)\r?\n---\r?\n?(.*)$/s.exec(file)
  if (!match) return { fields: {}, content: file }
  const fields: unknown = parse(match[1] ?? '')
  const isRecord = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  return { fields: isRecord ? { ...fields } : {}, content: match[2] ?? '' }
}
