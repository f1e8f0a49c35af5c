import { findSource, listAll } from './html-parts.ts'

/**
 * Takes the pictures out of `noscript`, where pages have those that a script shows later. If the later picture stands beside
 * it, only that one is left.
 */
export function showNoscript(within: HTMLElement): void {
  for (const part of listAll(within, 'noscript')) {
    const pictures = listPictures(part)
    for (const picture of pictures) {
      const later = findLater(part, picture)
      if (!later) part.parentNode?.insertBefore(picture, part)
      else if (!findSource(later)) later.setAttribute('src', findSource(picture))
    }
    part.parentNode?.removeChild(part)
  }
}

// The parser keeps what is in `noscript` as a text; browsers read it as elements where no script runs.
function listPictures(part: Element): Element[] {
  const inner = part.ownerDocument.createElement('div')
  inner.innerHTML = part.querySelector('img') ? part.innerHTML : (part.textContent ?? '')
  return listAll(inner, 'img').filter((picture) => findSource(picture) !== '' && !isPixel(picture))
}

// Programs that count visitors have one.
const isPixel = (picture: Element) =>
  ['width', 'height'].some((name) => /^[01](?:px)?$/.test(picture.getAttribute(name) ?? '')) ||
  /display:\s*none/i.test(picture.getAttribute('style') ?? '')

const FRAMES = /^(?:IMG|PICTURE|A|SPAN)$/

const isSeen = (each: Element) => !each.closest('noscript')

/** Returns the picture that a script shows in place of another one. */
function findLater(part: Element, picture: Element): Element | undefined {
  const figure = part.closest('figure')
  if (figure) return listAll(figure, 'img').find(isSeen)
  const beside = [part.previousElementSibling, part.nextElementSibling].flatMap((each) => {
    if (!each || !FRAMES.test(each.nodeName)) return []
    return each.nodeName === 'IMG' ? [each] : listAll(each, 'img')
  })
  return beside.find((each) => isSeen(each) && (!findSource(each) || isSame(each, picture)))
}

const isSame = (one: Element, other: Element) => toName(one) === toName(other)

// WordPress puts the size of a picture at the end of its name.
const toName = (picture: Element) =>
  findSource(picture)
    .replace(/[?#].*$/s, '')
    .replace(/^.*\//s, '')
    .replace(/-\d+x\d+(?=\.\w+$)/, '')
