import { capitalise } from '../../../shared/text.ts'
import { toComment } from '../../../shared/html-to-markdown/html-parts.ts'
import { type FileLinks, toLinkText } from './file-links.ts'

/** A text whose code is held, so that nothing in it is changed. */
export interface Held {
  /** Returns the sign that stands for code until all is done. */
  hold: (code: string) => string
  /** The addresses of other files by what the text calls them; undefined for a file without its folder. */
  links: FileLinks | undefined
  /** What the article loses, by kind. */
  lost: string[]
}

/** Returns Markdown without the marks of Obsidian, Docusaurus, VuePress and GitHub that our pages do not know. */
export function showMarks(text: string, held: Held): string {
  const steps: ((part: string, held: Held) => string)[] = [
    holdFormulas,
    openContainers,
    openCallouts,
    showNoteLinks,
    showFileLinks,
    showSmallMarks,
  ]
  return steps.reduce((part, show) => show(part, held), text)
}

const FORMULA =
  /\$\$([^$]+)\$\$|\\\\[[(]([^\n]+?)\\\\[\])]|(?<![\\$\w])\$(?=[^\s$])([^$\n]*[^\s$\\])\$(?![\d$\w])/g
const SIGNED = /[\\^={}<>+|]|\w_\w/
const LETTER = /^[a-z]\d?'?$/i

// Our pages do not draw formulas. As code they keep all of their signs.
function holdFormulas(text: string, { hold, lost }: Held): string {
  return text.replace(FORMULA, (whole: string, ...groups: (string | undefined)[]) => {
    const [block, bracketed, inline = ''] = groups
    const formula = (block ?? bracketed ?? inline).trim()
    const isFormula = block !== undefined || SIGNED.test(formula) || LETTER.test(inline)
    if (formula === '' || !isFormula) return whole
    lost.push('formula (its source is shown)')
    return hold(block?.includes('\n') ? `\n\`\`\`math\n${formula}\n\`\`\`\n` : `\`${formula}\``)
  })
}

const OPENING = /^ {0,3}(:{3,})[ \t]*([\w-]+)[ \t]*(.*)$/
const CLOSING = /^ {0,3}(:{3,})[ \t]*$/
const ASIDES =
  /^(?:note|tip|info|warning|danger|caution|important|success|question|hint|details|abstract|quote|error|alert|aside|secondary)$/i

// `:::tip Title` is an aside until its `:::`. Others only arrange what they hold.
function openContainers(text: string, { lost }: Held): string {
  if (!/^ {0,3}:::/m.test(text)) return text
  const open: { colons: number; isAside: boolean }[] = []
  const kinds: string[] = []
  const quoted = () => '> '.repeat(open.filter(({ isAside }) => isAside).length)
  const lines = text.split('\n').flatMap((line) => {
    const [, colons = '', name, rest = ''] = OPENING.exec(line) ?? CLOSING.exec(line) ?? []
    if (colons === '') return [`${quoted()}${line}`]
    if (name !== undefined) {
      const isAside = ASIDES.test(name)
      const before = quoted()
      open.push({ colons: colons.length, isAside })
      if (isAside) return [before, `${quoted()}${toTitle(name, rest)}`, quoted()]
      kinds.push(`container ${name}`)
      return [before]
    }
    if (open.at(-1) === undefined) return [line]
    open.pop()
    return [quoted()]
  })
  if (open.length > 0) return text // one has no end, so it may be text
  lost.push(...kinds)
  return lines.join('\n')
}

function toTitle(name: string, rest: string): string {
  const said = rest.replace(/\{[^}]*\}/g, '').trim()
  const title = (/^\[(.*)\]$/.exec(said)?.[1] ?? said).replace(/^"(.*)"$/, '$1')
  return toBold(title || capitalise(name.toLowerCase()))
}

const toBold = (title: string) => (/[*_]/.test(title) ? title : `**${title}**`)

const CALLOUT = /^((?:[ \t]*>)+)[ \t]*\[!([a-z][\w-]*)(?:\|[^\]\n]*)?\][+-]?[ \t]*(.*)$/gim

// GitHub's alerts and Obsidian's callouts.
const openCallouts = (text: string): string =>
  text.replace(
    CALLOUT,
    (_, ...[signs = '', kind = '', title = '']: string[]) =>
      `${signs} ${toBold(title.trim() || capitalise(kind.toLowerCase()))}\n${signs}`,
  )

const NOTE_LINK = /(!?)\[\[([^\]|\n#]*)(?:#([^\]|\n]*))?(?:\\?\|([^\]\n]*))?\]\]/g
const PICTURE = /\.(?:jpe?g|png|gif|webp|svg|avif|bmp)$/i
const SIZE = /^\d+(?:x\d+)?$/

function showNoteLinks(text: string, held: Held): string {
  if (!text.includes('[[')) return text
  return text.replace(NOTE_LINK, (whole: string, ...groups: (string | undefined)[]) => {
    const [embed, written = '', part, label] = groups
    const name = written.replace(/\\$/, '').trim() // a line in a table is escaped
    if (name === '' && part === undefined) return whole
    const note = { isEmbed: embed === '!', name, part, label }
    return note.isEmbed && PICTURE.test(name) ? drawPicture(note) : linkNote(note, held)
  })
}

interface NoteLink {
  isEmbed: boolean
  name: string
  part: string | undefined
  label: string | undefined
}

const drawPicture = ({ name, label = '' }: NoteLink) =>
  `![${SIZE.test(label) ? '' : label}](${toTarget(name)})`

function linkNote({ isEmbed, name, part, label }: NoteLink, { links, lost }: Held): string {
  const shown = (label ?? [name, part].filter(Boolean).join(' > ')).trim()
  const address = findAddress(isEmbed, name, links)
  if (address === undefined) lost.push('link to a note that is not in the folder')
  else if (isEmbed && !OTHER_FILE.test(name)) lost.push('embedded note (a link now)')
  return address === undefined ? shown : `[${shown}](${toTarget(address)}${toAnchor(part, name)})`
}

const OTHER_FILE = /\.(?:pdf|mp3|mp4|m4a|ogg|wav|webm|mov|canvas)$/i

function findAddress(isEmbed: boolean, name: string, links: FileLinks | undefined): string | undefined {
  if (name === '') return ''
  return isEmbed && OTHER_FILE.test(name) ? name : links?.[name]
}

const toTarget = (address: string) => (/[\s()<>]/.test(address) ? `<${address}>` : address)

// The ids of our headings follow from their texts. Links within a text get the prefix when it is rendered.
function toAnchor(part: string | undefined, name: string): string {
  if (!part || part.startsWith('^')) return ''
  const id = part
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')
  return `#${name === '' ? '' : 'text-'}${id}`
}

const LINK_TARGET = /(\]\(\s*)(<[^<>\n]+>|[^\s()<>]+)/g

function showFileLinks(text: string, { links, lost }: Held): string {
  if (!links) return text
  return text.replace(LINK_TARGET, (whole, opening: string, written: string) => {
    const { target, anchor } = toLinkText(written)
    const address = links[target]
    if (address !== undefined) return `${opening}${toTarget(address)}${anchor.replace('#', '#text-')}` // the ids of our pages
    if (/^(?![a-z]+:|\/\/).*\.(?:mdx?|markdown)$/i.test(target))
      lost.push('link to a file that is not in the folder')
    return whole
  })
}

const MARKED = /(?<![=\w/])==(?=[^\s=])([^=\n]{1,500}?)(?<=\S)==(?![=\w])/g
const BLOCK_ID = /[ \t]\^[a-z\d][\w-]{3,}[ \t]*$/gim

const showSmallMarks = (text: string): string => text.replace(MARKED, '<mark>$1</mark>').replace(BLOCK_ID, '')

const QUERY = /^`{3,}[ \t]*(?:dataview|dataviewjs|tasks|query|button)\b/i

/** Returns code of a Markdown text; a query of Obsidian, which shows its result there, as a comment. */
export function showCode(code: string, lost: string[]): string {
  if (!QUERY.test(code.trimStart())) return code
  lost.push('query of a note (its result is not in the file)')
  return toComment(code.replaceAll('`', ''))
}
