import { findDifference } from '../../../shared/difference.ts'
import { type DraftText, TEXT_NAMES } from './drafts.ts'
import { REPLACE_TEXT } from '../editor/editor.ts'
import { unlistedSite } from './messages.ts'

/** Writes a text into the fields of a form. Unchanged fields keep their caret; changed ones get an event. */
export function writeForm(form: HTMLFormElement, text: DraftText): void {
  for (const name of TEXT_NAMES) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      replaceText(field, text[name])
    else if (field instanceof RadioNodeList) choose(field, text[name])
  }
  for (const siteId of text.siteIds) offerSite(form, siteId)
  for (const box of form.querySelectorAll<HTMLInputElement>('[name=siteIds], [name=generateVariations]')) {
    const isOn = box.name === 'siteIds' ? text.siteIds.includes(box.value) : text.generateVariations
    if (box.checked === isOn || box.disabled) continue
    box.checked = isOn
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

// A choice that the form does not offer, such as a cover of another tab, is that of a hidden radio.
function choose(nodes: RadioNodeList, value: string): void {
  const radios = [...nodes].filter((node) => node instanceof HTMLInputElement)
  const offered = radios.find((radio) => !radio.hidden && radio.value === value)
  const radio = offered ?? radios.find(({ hidden }) => hidden) ?? addHidden(radios[0])
  if (!radio || (radio.checked && radio.value === value)) return
  radio.value = value
  radio.checked = true
  radio.dispatchEvent(new Event('input', { bubbles: true }))
}

function addHidden(beside: HTMLInputElement | undefined): HTMLInputElement | undefined {
  if (!beside) return undefined
  const radio = makeInput({ type: 'radio', name: beside.name, hidden: true })
  ;(beside.closest('fieldset') ?? beside.form)?.append(radio)
  return radio
}

const makeInput = (field: { type: string; name: string; value?: string; hidden?: true }): HTMLInputElement =>
  Object.assign(document.createElement('input'), field)

// The form draws no box for a site that was added since it was opened, or that is not on offer any more. So one without a
// name stands there, which can be unticked.
function offerSite(form: HTMLFormElement, siteId: string): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[name=siteIds]')]
  if (boxes.some(({ value }) => value === siteId)) return
  const label = document.createElement('label')
  label.className = 'choice'
  label.dataset.unlisted = ''
  label.append(makeInput({ type: 'checkbox', name: 'siteIds', value: siteId }), unlistedSite)
  ;(boxes[0]?.closest('fieldset') ?? form).append(label)
}

// Only the part that differs is replaced, so that the caret stays in its line.
function replaceText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (!field.dispatchEvent(new CustomEvent(REPLACE_TEXT, { detail: text, cancelable: true }))) return
  const before = field.value
  if (before === text) return
  const { start, end, otherEnd } = findDifference(before, text)
  if (field.type === 'url') field.value = text // has no caret that a script may set
  else field.setRangeText(text.slice(start, otherEnd), start, end, 'preserve')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
