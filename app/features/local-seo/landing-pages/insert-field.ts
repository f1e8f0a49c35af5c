import { BLOCK_FIELDS, type Field } from './template.ts'

/** The fields of the form that take parts of a template. */
export type TextField = HTMLInputElement | HTMLTextAreaElement

/** Returns the field of a form that had the focus last; its text if that was none, or if the part needs a paragraph. */
export function chooseField(
  form: HTMLFormElement,
  last: TextField | undefined,
  part: string,
): TextField | undefined {
  const body = form.elements.namedItem('body')
  const isForBody = !last?.form || (BLOCK_FIELDS as readonly string[]).includes(part)
  return isForBody && body instanceof HTMLTextAreaElement ? body : last
}

/** Inserts a field of the template at the caret. One that stands for paragraphs gets a paragraph of its own. */
export function insertField(field: TextField, name: Field): void {
  const mark = `{{${name}}}`
  if (!(BLOCK_FIELDS as readonly string[]).includes(name)) return insert(field, mark)
  const { before, after } = splitAtCaret(field)
  insert(field, toGap(/\n*$/, before) + mark + toGap(/^\n*/, after))
}

const splitAtCaret = ({ value, selectionStart, selectionEnd }: TextField) => ({
  before: value.slice(0, selectionStart ?? 0),
  after: value.slice(selectionEnd ?? 0),
})

/** Returns the line ends that are missing between a paragraph and the text beside it. */
function toGap(there: RegExp, beside: string): string {
  const [found = ''] = there.exec(beside) ?? []
  return beside === '' ? '' : '\n'.repeat(Math.max(0, 2 - found.length))
}

/** Makes a choice of the selected words and another option. */
export function insertChoice(field: TextField): void {
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  insert(field, `{${field.value.slice(from, to) || 'one'}|other}`)
}

function insert(field: TextField, text: string): void {
  field.focus()
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else keeps the steps that the browser can undo
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
