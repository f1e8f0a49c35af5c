/** A piece of a template: a field, an option of a choice, or plain text. */
export interface TemplatePart {
  text: string
  kind: 'text' | 'field' | 'option'
  /** The place of the option in its choice; 0 for other parts. */
  option: number
}

const FIELD = /^\{\{[^{}]*\}\}/

/** Splits the text of a template into its fields, the options of its choices, and the rest. Joined, they are the text. */
export function toTemplateParts(text: string): TemplatePart[] {
  const optionAt = readOptions(text)
  const parts: TemplatePart[] = []
  const add = (part: TemplatePart) => {
    const last = parts.at(-1)
    if (last?.kind === part.kind && last.option === part.option && part.kind !== 'field')
      last.text += part.text
    else parts.push(part)
  }
  for (let at = 0; at < text.length;) {
    const [field] = FIELD.exec(text.slice(at, at + LONGEST_FIELD)) ?? []
    const option = optionAt[at]
    if (field) add({ text: field, kind: 'field', option: 0 })
    else if (option === undefined) add({ text: text.charAt(at), kind: 'text', option: 0 })
    else add({ text: text.charAt(at), kind: 'option', option })
    at += field?.length ?? 1
  }
  return parts
}

const LONGEST_FIELD = 60

// The place of the option that each character is in, as far as it is in one: that of the innermost choice.
function readOptions(text: string): (number | undefined)[] {
  const found: (number | undefined)[] = []
  const open: { from: number; bars: number[] }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const [field = ''] = sign === '{' ? (FIELD.exec(text.slice(at, at + LONGEST_FIELD)) ?? []) : []
    if (field) at += field.length - 1
    else if (sign === '{') open.push({ from: at, bars: [] })
    else if (sign === '|') open.at(-1)?.bars.push(at)
    else if (sign === '}') mark(found, open.pop(), at)
  }
  return found
}

function mark(
  found: (number | undefined)[],
  choice: { from: number; bars: number[] } | undefined,
  to: number,
) {
  if (!choice || choice.bars.length === 0) return
  let option = 0
  for (let at = choice.from + 1; at < to; at += 1) {
    if (choice.bars[option] === at) option += 1
    else found[at] ??= option
  }
}
