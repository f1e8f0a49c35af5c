import { listAll, textOf } from '../../../shared/html-to-markdown/html-parts.ts'

/** Marks the footnotes of a page: the links that lead to a note whose own link leads back. */
export function markNotes(body: Element, text: string): void {
  const targets = listTargets(body)
  const labels = new Map<Element, string>()
  const free = listFreeNumbers(text)
  for (const link of listAll(body, 'a[href*="#"]')) {
    const target = targets.get(toHash(link))
    const back = target && findBack(link, target, targets)
    if (!target || !back || !link.parentNode) continue
    const label = labels.get(target) ?? String(free.next().value)
    if (!labels.has(target)) makeNote(back, target, label)
    labels.set(target, label)
    makeReference(link, label)
  }
}

function listTargets(body: Element): Map<string, Element> {
  const named = listAll(body, '[id], a[name]').flatMap((each) =>
    ['id', 'name'].map((name) => [each.getAttribute(name) ?? '', each] as const),
  )
  return new Map(named.filter(([name]) => name !== '').toReversed()) // the first of a name counts
}

/** Returns the numbers that no note of a text has. */
function* listFreeNumbers(text: string): Generator<number> {
  for (let number = 1; ; number += 1) if (!text.includes(`[^${number}]`)) yield number
}

const toHash = (link: Element) => link.getAttribute('href')?.split('#')[1] ?? ''

/** Returns the link of a note that leads back to the link in the text. */
function findBack(link: Element, target: Element, targets: Map<string, Element>): Element | undefined {
  const isAfter = (link.compareDocumentPosition(target) & 4) !== 0
  const note = target.nodeName === 'A' ? target.parentElement : target
  if (!isAfter || !note) return undefined
  return listAll(note, 'a[href*="#"]').find((back) => {
    const origin = targets.get(toHash(back))
    return origin !== undefined && (origin.contains(link) || link.contains(origin))
  })
}

function makeReference(link: Element, label: string): void {
  const reference = make(link, 'a', 'footnote-anchor')
  reference.textContent = label
  toRaised(link).replaceWith(reference)
}

function make({ ownerDocument: page }: Element, name: string, className: string): Element {
  const made = page.createElement(name)
  made.className = className
  return made
}

/** Returns the element around a link that only raises it; otherwise the link. */
function toRaised(link: Element): Element {
  const { parentElement: parent } = link
  const isAlone = parent && /^(?:SUP|SPAN)$/.test(parent.nodeName) && textOf(parent) === textOf(link)
  return isAlone ? parent : link
}

function makeNote(back: Element, target: Element, label: string): void {
  const old = findNote(back, target)
  const note = make(back, 'div', 'footnote')
  const number = note.appendChild(make(back, 'a', 'footnote-number'))
  const content = note.appendChild(make(back, 'div', 'footnote-content'))
  number.textContent = label
  toRaised(back).remove()
  while (old.firstChild) content.appendChild(old.firstChild)
  dropRule(old)
  old.ownerDocument.body.appendChild(note)
  old.remove()
}

// A note is the block around the link back, or the part of a page that was made for it alone.
function findNote(back: Element, target: Element): Element {
  const block = target.nodeName === 'A' ? target.closest('p, li, div') : target
  const part = block?.closest('div')
  const links = part ? listAll(part, 'a').filter((link) => link === back || link.hasAttribute('name')) : []
  return (part && links.length === 1 ? part : block) ?? back
}

// The line above the notes.
function dropRule(note: Element): void {
  for (let before = note.previousElementSibling; before; before = note.previousElementSibling) {
    if (before.nodeName !== 'HR' && before.nodeName !== 'BR') return
    before.remove()
  }
}
