import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { parseJson, RECORD_DEPTH, refuseDeep, TooDeepError } from '../../../shared/json.ts'
import { readHeaderLines } from './header-lines.ts'
import { readProgram } from './program-settings.ts'
import { toRecord } from './source-fields.ts'

const FENCED = /^\uFEFF?(---|\+\+\+|;;;)[ \t]*\r?\n(?:(.*?)\r?\n)?\1[ \t]*(?:\r?\n|$)(.*)$/s
// Some programs name the language of their front matter.
const NAMED =
  /^\uFEFF?---[ \t]*(js|javascript|json|ya?ml|toml)[ \t]*\r?\n(?:(.*?)\r?\n)?---[ \t]*(?:\r?\n|$)(.*)$/s
// Hexo allows to leave out the first line. A text may begin with a word and a colon too, so one of the keys is known.
const OPEN = /^\uFEFF?((?:[\w-]+[ \t]*:|[ \t-]|#)[^\n]*\n(?:[^\n]*\n)*?)---[ \t]*(?:\r?\n|$)(.*)$/s
const KNOWN_KEY = /^(?:title|date|layout|tags|categories|permalink)[ \t]*:/m
// Hugo's JSON has no lines around it. A brace alone on its line begins no tag.
const JSON_HEAD = /^\uFEFF?(\{[ \t]*\r?\n.*?\n\})[ \t]*(?:\r?\n|$)(.*)$/s
const LONGEST = 100_000 // in characters; a parser needs long for more, and no real article has so much

/** The front matter of a file and its text. */
export interface FileParts {
  fields: Record<string, unknown>
  content: string
}

/**
 * Returns the front matter of a Markdown file (YAML between `---`, TOML between `+++`, JSON between `;;;` or alone) and its text,
 * byte for byte but for one empty line between them. The first line of YAML may be missing. Pelican and Nikola have lines
 * without a fence. Without front matter the fields are empty. Throws the parser's error for front matter that cannot be read.
 */
export function parseFrontMatter(file: string): FileParts {
  const [, fence = '', head = '', content = ''] = findFenced(file) ?? []
  if (!fence) return readHeaderLines(file) ?? { fields: {}, content: file }
  if (head.length > LONGEST) throw new Error('The front matter is too long.')
  // The empty line that nearly every file has below the front matter is not part of the text.
  return { fields: toRecord(parseHead(fence, head)), content: content.replace(/^\r?\n/, '') }
}

const findFenced = (file: string) => FENCED.exec(file) ?? NAMED.exec(file) ?? findOpen(file) ?? findJson(file)

/** Returns the fields of a file of YAML, TOML or JSON, by the ending of its name. Throws the error of its parser. */
export function parseData(text: string, name: string): unknown {
  if (text.length > LONGEST) throw new Error('The file is too long.')
  if (/\.toml$/i.test(name)) return parseHead('+++', text)
  return parseHead(/\.json$/i.test(name) ? '{' : '---', text)
}

// A YAML tag (`!!js/function`) is read as plain text. The log level keeps the parser from printing warnings.
function parseHead(fence: string, head: string): unknown {
  if (fence.startsWith('j') && fence !== 'json') return readProgram(head)
  if (fence === '+++' || fence === 'toml') return refuseDeep(parseToml(head, { maxDepth: RECORD_DEPTH }))
  if (fence === '{' || fence === 'json') return parseJson(head, RECORD_DEPTH)
  try {
    return refuseDeep<unknown>(parseYaml(fence === ';;;' ? `{${head}}` : head, { logLevel: 'error' }))
  } catch (error) {
    if (error instanceof RangeError) throw new TooDeepError(RECORD_DEPTH) // the parser's own stack has an end
    throw error
  }
}

function findJson(file: string): string[] | undefined {
  const [, head = '', content = ''] = JSON_HEAD.exec(file) ?? []
  return /"(?:title|date)"\s*:/.test(head) ? [file, '{', head, content] : undefined
}

function findOpen(file: string): string[] | undefined {
  const [, head = '', content = ''] = OPEN.exec(file.slice(0, LONGEST)) ?? []
  if (!KNOWN_KEY.test(head) || /\n[ \t]*\r?\n/.test(head.trim())) return undefined
  return [file, '---', head, content + file.slice(LONGEST)]
}
