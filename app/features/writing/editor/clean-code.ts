import { listAll } from '../../../shared/html-to-markdown/html-parts.ts'

const LINE_NUMBERS =
  '.linenos, .lineno, .linenumber, .line-number, .line-numbers-rows, .gutter, .hljs-ln-numbers, .blob-num, .rouge-gutter'
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source)-[\w+#-]+/

/** Makes each code of a web page one block with its lines and its language, without the numbers of the lines. */
export function cleanCode(body: Element): void {
  for (const each of listAll(body, LINE_NUMBERS)) if (each.closest('pre, table')) each.remove()
  listAll(body, 'table').forEach(toLines)
  for (const each of listAll(body, 'tt, samp')) if (!each.closest('pre, code')) toCode(each)
  listAll(body, 'pre').forEach(cleanBlock)
}

// A table of lines, with their numbers in another column.
function toLines(table: Element): void {
  const lines = listAll(table, '.blob-code, .hljs-ln-code, pre')
  if (lines.length === 0 || lines.some((line) => line.closest('table') !== table)) return
  const pre = table.ownerDocument.createElement('pre')
  pre.textContent = lines.map((line) => line.textContent ?? '').join('\n')
  pre.className = lines[0]?.className ?? ''
  ;(table.closest('pre') ?? table).replaceWith(pre)
}

function toCode(element: Element): void {
  const code = element.ownerDocument.createElement('code')
  code.textContent = element.textContent
  element.replaceWith(code)
}

function cleanBlock(pre: Element): void {
  for (const line of listAll(pre, 'div, p, li, tr')) if (line.nextElementSibling) endLine(line)
  for (const end of listAll(pre, 'br')) end.replaceWith('\n')
  const language = findLanguage(pre)
  const text = pre.textContent ?? ''
  pre.textContent = text // without the marks of a highlighter
  pre.className = language
}

function endLine(line: Element): void {
  if (!line.textContent?.endsWith('\n')) line.appendChild(line.ownerDocument.createTextNode('\n'))
}

function findLanguage(pre: Element): string {
  const places = [pre, ...listAll(pre, 'code'), ...(pre.parentElement ? [pre.parentElement] : [])]
  const said = places
    .map((each) => each.getAttribute('data-language') ?? each.getAttribute('data-lang'))
    .find(Boolean)
  if (said) return `language-${said}`
  return places.map(({ className }) => LANGUAGE.exec(className)?.[0].trim()).find(Boolean) ?? ''
}
