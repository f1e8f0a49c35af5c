// The typed text of a form whose answer was a redirect to the sign-in. It is kept until its person opens that screen
// again, for the same account.

import {
  FORM_PREFIX as PREFIX,
  HAS_PERSON,
  listUnsavedKeys,
  markUnsavedTexts,
  readTextOwner,
  type TextOwner,
} from './unsaved-texts.ts'

/** A field as it was typed. For a box or a choice, `value` is its own value, and `isOn` says whether it is ticked. */
export interface KeptField {
  name: string
  value: string
  isOn?: boolean
}

/** The typed fields of a form that was not accepted. */
export interface KeptForm {
  /** Milliseconds since 1970. */
  savedAt: number
  fields: KeptField[]
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const toKey = (owner: TextOwner, pathname: string) => `${PREFIX}${owner}:${pathname}`
const NEVER_KEPT = new Set(['password', 'hidden', 'file', 'submit', 'image', 'button', 'reset'])
const SECRET = /password|one-time-code/

/** The form that was sent last, and its owner. In memory only. */
let sent: { owner: TextOwner; fields: KeptField[] } | undefined

/**
 * Remembers the typed values of a form that is being sent. Passwords, codes, secrets and files are left out, and so are
 * fields that were not changed. A form with `data-keeps-itself` keeps its text in its own way.
 */
export function noteSentForm(owner: TextOwner, form: HTMLFormElement): void {
  const fields = form.dataset.keepsItself === undefined ? listControls(form).flatMap(toTyped) : []
  sent = { owner, fields }
}

/** Keeps the noted form for the screen at `pathname`, and forgets it in memory. */
export function keepSentForm(pathname: string, store: Storage): void {
  const form = sent
  sent = undefined
  if (!form || form.fields.length === 0) return
  const kept: KeptForm = { savedAt: Date.now(), fields: form.fields }
  try {
    store.setItem(toKey(form.owner, pathname), JSON.stringify(kept))
    markUnsavedTexts(store)
  } catch {
    // the storage is full or switched off
  }
}

/** Returns the form that is kept for a screen. */
export function findKeptForm(owner: TextOwner, pathname: string, store: Storage): KeptForm | undefined {
  const json = store.getItem(toKey(owner, pathname))
  return json === null ? undefined : (JSON.parse(json) as KeptForm)
}

/** Deletes the form that is kept for a screen. */
export function forgetKeptForm(owner: TextOwner, pathname: string, store: Storage): void {
  store.removeItem(toKey(owner, pathname))
  markUnsavedTexts(store)
}

/** Deletes the texts that this browser keeps for other persons. Those for other accounts of the same person stay. */
export function forgetOtherPersons(owner: TextOwner, store: Storage): void {
  const { personId, accountId } = readTextOwner(owner)
  for (const key of listUnsavedKeys(store)) {
    const [, first] = key.split(':')
    if (HAS_PERSON.test(key)) {
      if (first !== personId) store.removeItem(key)
    } else if (first === personId || first === accountId) {
      addPerson(key, personId, store)
    }
  }
  markUnsavedTexts(store)
}

// A text of an earlier release becomes that of the account's own person, or of the first one who acts for the account.
function addPerson(key: string, personId: string, store: Storage): void {
  const text = store.getItem(key)
  const named = key.replace(':', `:${personId}:`)
  store.removeItem(key) // makes room for the same text
  if (text === null || store.getItem(named) !== null) return // it was typed later
  try {
    store.setItem(named, text)
  } catch {
    store.setItem(key, text)
  }
}

/** Puts kept fields into the form of the screen that has most of them. Returns those that no form has. */
export function putBack({ fields }: KeptForm, screen: ParentNode): KeptField[] {
  const forms = [...screen.querySelectorAll('form')].map((form) => listControls(form))
  const has = (controls: Control[], field: KeptField) => controls.some((control) => isFor(control, field))
  const count = (controls: Control[]) => fields.filter((field) => has(controls, field)).length
  const best = forms.toSorted((one, other) => count(other) - count(one))[0] ?? []
  for (const field of fields) for (const control of best) if (isFor(control, field)) write(control, field)
  return fields.filter((field) => !has(best, field))
}

const listControls = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element) =>
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLInputElement,
  )

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

function toTyped(control: Control): KeptField[] {
  const { name, value } = control
  if (!name || NEVER_KEPT.has(control.type) || SECRET.test(control.autocomplete)) return []
  if (isBox(control))
    return control.checked === control.defaultChecked ? [] : [{ name, value, isOn: control.checked }]
  return value === readDefault(control) ? [] : [{ name, value }]
}

function readDefault(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue
  const options = [...control.options]
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? ''
}

const isFor = (control: Control, { name, value, isOn }: KeptField) =>
  control.name === name && (isOn === undefined || control.value === value)

// As if it was typed: the listeners of the screen hear of it.
function write(control: Control, { value, isOn }: KeptField): void {
  if (isBox(control)) {
    if (control.checked !== isOn) control.click()
    return
  }
  // React does not notice a value that is set on the element itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set?.call(
    control,
    value,
  )
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
