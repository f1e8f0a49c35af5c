import { completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown'
import { searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Transaction } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  keymap,
  placeholder,
  type Rect,
  tooltips,
} from '@codemirror/view'
import { findDifference } from '../../../shared/difference.ts'
import { findAndReplace } from './find-and-replace.ts'
import { scrollToPlace } from './outline.ts'
import { REPLACE_TEXT, SCROLL_TEXT, type TextPlace } from './text-field.ts'
import { look } from './look.ts'
import { phrases } from './messages.ts'
import { showPasted } from './show-pasted.ts'

interface ViewParts {
  parent: HTMLElement
  /** The text area that the view replaces. */
  area: HTMLTextAreaElement
  extensions: Extension
}

/** Returns a text with the line ends of the editor. */
export const toLf = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

// Control and Enter publish.
const KEYS = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

/** Opens the editor in place of a text area. Returns a function that closes it and leaves the text in the area. */
export function openView({ parent, area, extensions }: ViewParts): { view: EditorView; close: () => void } {
  const { form, value, selectionStart, selectionEnd, scrollTop } = area
  const hadFocus = document.activeElement === area
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      selection: { anchor: selectionStart, head: selectionEnd },
      extensions: [
        extensions,
        EditorState.lineSeparator.of('\n'), // a text with another line end would have other positions than the view
        EditorView.clipboardInputFilter.of(toLf),
        EditorState.phrases.of(phrases),
        history(),
        showPasted,
        findAndReplace,
        keymap.of([...completionKeymap, ...markdownKeymap, ...searchKeymap, ...historyKeymap, ...KEYS]),
        markdownLanguage, // without the grammar of HTML, which is as large as the rest
        drawSelection({ cursorBlinkRate: 0 }),
        dropCursor(),
        look,
        EditorView.lineWrapping,
        tooltips({ tooltipSpace: () => findRoom(form) }),
        EditorView.scrollMargins.of(({ scrollDOM }) => toMargins(scrollDOM, findRoom(form))),
        EditorView.perLineTextDirection.of(true),
        placeholder('Write in Markdown. Type / for what you can insert.'),
        EditorView.contentAttributes.of(() => toAttributes(area)),
        EditorView.updateListener.of(({ docChanged }) => docChanged && announce(area)),
        // The content security policy allows a style sheet that has the nonce of the page.
        EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''),
      ],
    }),
  })
  const send = ({ formData }: FormDataEvent) => formData.set(area.name, view.state.doc.toString())
  const take = (event: Event) => {
    event.preventDefault()
    if (event instanceof CustomEvent && typeof event.detail === 'string')
      replaceText(view, toLf(event.detail))
  }
  const scroll = (event: Event) => scrollToPlace(view, (event as CustomEvent<TextPlace>).detail)
  const focus = () => view.focus()
  form?.addEventListener('formdata', send)
  area.addEventListener(REPLACE_TEXT, take)
  area.addEventListener(SCROLL_TEXT, scroll)
  area.addEventListener('focus', focus)
  for (const label of area.labels) label.addEventListener('click', focus)
  area.hidden = true
  view.scrollDOM.scrollTop = scrollTop
  if (hadFocus) view.focus()
  const close = () => {
    area.value = view.state.doc.toString() // before the form is read
    area.hidden = false
    form?.removeEventListener('formdata', send)
    area.removeEventListener(REPLACE_TEXT, take)
    area.removeEventListener(SCROLL_TEXT, scroll)
    area.removeEventListener('focus', focus)
    for (const label of area.labels) label.removeEventListener('click', focus)
    view.destroy()
  }
  return { view, close }
}

/** Returns the part of the window that neither the line above the text nor the bar below it covers. */
function findRoom(form: HTMLFormElement | null): Rect {
  const boxOf = (edge: string) => form?.querySelector(`[data-covers=${edge}]`)?.getBoundingClientRect()
  const { innerWidth: right, innerHeight: height } = window
  return {
    top: boxOf('top')?.bottom ?? 0,
    bottom: Math.min(height, boxOf('bottom')?.top || height),
    left: 0,
    right,
  }
}

// The line of the caret is not at the edge itself.
const CLEARANCE_PX = 8

// Where the text ends before the line or the bar, nothing of it is covered.
function toMargins(text: HTMLElement, { top, bottom }: Rect) {
  const box = text.getBoundingClientRect()
  const toMargin = (most: number, covered: number) => Math.min(most, Math.max(0, covered + CLEARANCE_PX))
  return {
    top: toMargin(top + CLEARANCE_PX, top - box.top),
    bottom: toMargin(innerHeight - bottom + CLEARANCE_PX, box.bottom - bottom),
  }
}

/** Notifies the form that the text has changed, so that the preview, the counts and the saved draft are updated. */
const announce = (area: HTMLTextAreaElement) => area.dispatchEvent(new Event('input', { bubbles: true }))

// Copies the label and the descriptions of the text area to the editor.
function toAttributes(area: HTMLTextAreaElement): Record<string, string> {
  const attributes: Record<string, string> = {
    'aria-required': 'true',
    // Spell checking is on, because the text is prose and not code.
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  }
  const label = area.labels[0]?.textContent
  if (label) attributes['aria-label'] = label
  for (const name of ['aria-describedby', 'aria-invalid']) {
    const value = area.getAttribute(name)
    if (value) attributes[name] = value
  }
  return attributes
}

// Replaces only the part that differs, so that the caret stays in its line. The author can still undo their own
// changes.
function replaceText(view: EditorView, text: string): void {
  const before = view.state.doc.toString()
  if (before === text) return
  const { start, end, otherEnd } = findDifference(before, text)
  view.dispatch({
    changes: { from: start, to: end, insert: text.slice(start, otherEnd) },
    annotations: Transaction.addToHistory.of(false),
  })
}
