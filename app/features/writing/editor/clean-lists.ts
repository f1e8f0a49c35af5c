import { isList, listAll, textOf } from '../../../shared/html-to-markdown/html-parts.ts'
import { rename, unwrap, STYLE } from './elements.ts'

/** Makes lists of the paragraphs that Word shows as items. Puts nested lists into their items, and boxes into tasks. */
export function buildLists(body: Element): void {
  for (const box of listAll(body, 'li[role=checkbox], li > .checkbox')) setTask(box)
  joinWrapped(body)
  for (const paragraph of listAll(body, 'p'))
    if (readItem(paragraph) && !isItem(before(paragraph))) collect(paragraph)
  for (const marker of listAll(body, `[${STYLE}*="mso-list"]`)) if (isMarker(marker)) marker.remove()
  for (const list of listAll(body, 'ul > ul, ul > ol, ol > ul, ol > ol')) nest(list)
  for (const item of listAll(body, 'li')) tighten(item)
}

interface Item {
  /** The list that Word counts it in. */
  list: string
  level: number
}

const isMarker = (element: Element) => /mso-list\s*:\s*Ignore/i.test(element.getAttribute(STYLE) ?? '')

function readItem(paragraph: Element): Item | undefined {
  const [, list = '', level] =
    /mso-list\s*:\s*(l\d+)\s+level(\d)/i.exec(paragraph.getAttribute(STYLE) ?? '') ?? []
  return level === undefined ? undefined : { list, level: Number(level) }
}

const isItem = (element: Element | null) => element !== null && readItem(element) !== undefined
const before = (element: Element) => element.previousElementSibling

interface OpenList {
  list: Element
  level: number
  id: string
}

// The paragraphs that follow are items too, of this list or of one within it.
function collect(first: Element): void {
  const items: Element[] = []
  for (let next: Element | null = first; next && isItem(next); next = next.nextElementSibling)
    items.push(next)
  const open: OpenList[] = []
  for (const paragraph of items) {
    const { list } = findList(paragraph, open)
    paragraph.removeAttribute(STYLE)
    list.appendChild(rename(paragraph, 'li'))
  }
}

/** Returns the list that an item belongs to: one of the open ones, or a new one in the last item of these. */
function findList(paragraph: Element, open: OpenList[]): OpenList {
  const { list: id, level } = readItem(paragraph) ?? { list: '', level: 1 }
  while (open.some((each) => each.level > level || (level === 1 && each.id !== id))) open.pop()
  const last = open.at(-1)
  if (last?.level === level) return last
  const made = { list: toList(paragraph), level, id }
  const item = last?.list.lastElementChild
  if (item) item.appendChild(made.list)
  else paragraph.parentNode?.insertBefore(made.list, paragraph)
  open.push(made)
  return made
}

function toList(paragraph: Element): Element {
  const marker = listAll(paragraph, `[${STYLE}*="mso-list"]`).find(isMarker)
  const [, sign] = /^\(?(\d+|[a-z]{1,4})[.)]/i.exec(textOf(marker)) ?? []
  const list = paragraph.ownerDocument.createElement(sign ? 'ol' : 'ul')
  if (Number(sign) > 1) list.setAttribute('start', String(Number(sign)))
  return list
}

// Word in the browser puts each item into a list of its own.
function joinWrapped(body: Element): void {
  for (const wrapper of listAll(body, '.ListContainerWrapper')) {
    const item = wrapper.querySelector('li[data-aria-level]')
    const list = item?.parentElement
    if (!item || !list) continue
    const level = Number(item.getAttribute('data-aria-level'))
    const root = before(wrapper)
    const isNext = root && isList(root) && (level > 1 || root.nodeName === list.nodeName)
    wrapper.replaceWith(...(isNext ? [] : [list]))
    if (isNext) openDown(root, list.nodeName, level).appendChild(item)
  }
}

/** Returns the last list of a level in a list, which is made if it is missing. */
function openDown(list: Element, name: string, level: number): Element {
  const last = list.lastElementChild
  if (level <= 1 || !last) return list
  const inner = last.lastElementChild
  const next = inner && isList(inner) ? inner : last.appendChild(list.ownerDocument.createElement(name))
  return openDown(next, name, level - 1)
}

// A list directly in a list belongs to the item above it.
function nest(list: Element): void {
  const item = before(list)
  if (item?.nodeName === 'LI') item.appendChild(list)
}

function setTask(box: Element): void {
  const item = box.closest('li')
  if (!item) return
  const isDone = box.getAttribute('aria-checked') === 'true' || box.classList.contains('checkbox-on')
  const input = box.ownerDocument.createElement('input')
  input.setAttribute('type', 'checkbox')
  if (isDone) input.setAttribute('checked', '')
  for (const image of listAll(item, 'img[aria-roledescription=checkbox]')) image.remove()
  if (box !== item) box.remove()
  const words = item.firstElementChild?.nodeName === 'P' ? item.firstElementChild : item
  words.insertBefore(input, words.firstChild)
}

// The only paragraph of an item is its text: otherwise readers would see a gap after it.
function tighten(item: Element): void {
  const own = Array.from(item.children).filter((child) => !isList(child))
  const [only, ...others] = own
  if (only && others.length === 0 && /^(?:P|DIV)$/.test(only.nodeName)) unwrap(only)
}
