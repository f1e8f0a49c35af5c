// @ts-check
// The search palette. It is loaded when the user first opens it.

const MIN_LENGTH = 3
const PAUSE_MS = 120
const UNREAD = 'The search does not answer at the moment. Please try again in a few minutes.'

// The words of the page's language. An English page has none: the scripts have them.
/** @type {Record<string, string>} */
const words = JSON.parse(document.querySelector('#words')?.textContent ?? '{}')
/** @param {string} text @param {number | string} [n] */
const say = (text, n = '') => (words[text] ?? text).replace('{n}', String(n))

/** @typedef {{ id: string, title: string, metaDescription: string | null, author: string, date: string,
 *    category?: string, passage?: string, marked: { title: string[], text: string[] } }} Hit */

// The palette is built when its styles are there. If they cannot be loaded, nor is this script.
await new Promise((resolve, reject) => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = document.querySelector('[data-search]')?.getAttribute('data-styles') ?? ''
  link.addEventListener('load', resolve)
  link.addEventListener('error', reject)
  document.head.append(link)
})
const palette = build()
let asked = 0

/** Shows the palette, or puts the cursor into it if it is open already. */
export function openPalette() {
  if (!palette.dialog.open) palette.dialog.showModal()
  if (palette.list.childElementCount === 0) void search(palette.input.value.trim())
  palette.input.select()
}

function build() {
  const dialog = document.createElement('dialog')
  dialog.className = 'palette'
  dialog.setAttribute('aria-label', say('Search articles'))
  const input = document.createElement('input')
  input.type = 'search'
  input.placeholder = say('Search articles...')
  input.maxLength = 100
  input.setAttribute('aria-label', say('Search articles'))
  input.role = 'combobox'
  input.setAttribute('aria-controls', 'found')
  input.setAttribute('aria-autocomplete', 'list')
  input.ariaExpanded = 'false'
  const status = document.createElement('p')
  status.role = 'status'
  const list = document.createElement('div')
  list.id = 'found'
  list.role = 'listbox'
  list.setAttribute('aria-label', say('Articles'))
  const all = document.createElement('a')
  all.className = 'palette-all'
  all.textContent = say('All results')
  all.hidden = true
  dialog.append(input, status, list, all)
  document.body.append(dialog)

  let timer = 0
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void search(input.value.trim()), PAUSE_MS)
  })
  dialog.addEventListener('keydown', move)
  list.addEventListener('pointermove', ({ target }) => {
    const option = target instanceof Element && target.closest('a')
    if (option && option.ariaSelected !== 'true') choose([...list.children].indexOf(option))
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close() // the backdrop
  })
  return { dialog, input, status, list, all }
}

/** @param {string} query */
async function search(query) {
  const mine = ++asked
  if (Array.from(query).length < MIN_LENGTH) return show(listPlaces(query), '')
  palette.status.textContent = say('Searching...')
  if (palette.list.querySelector('[href^="/category/"]')) palette.list.replaceChildren() // Enter must not open it now
  try {
    const response = await fetch(`/search.json?q=${encodeURIComponent(query)}`)
    if (!response.ok) throw new Error(`status ${response.status}`)
    /** @type {{ hits: Hit[], count: string, pageCount: number }} */
    const { hits, count, pageCount } = await response.json()
    // An older answer may come later.
    if (mine === asked)
      show(hits.map(toOption), hits.length === 0 ? say('No results found.') : count, pageCount > 1)
  } catch (error) {
    if (mine === asked) show([], say(UNREAD))
    console.error('Search error', error)
  }
}

/** Shows results, and chooses the first. @param {HTMLElement[]} options @param {string} status @param {boolean} [isMore] */
function show(options, status, isMore = false) {
  palette.status.textContent = status
  const query = palette.input.value.trim()
  palette.list.replaceChildren(...options)
  palette.all.hidden = !isMore
  palette.all.href = `/search?${new URLSearchParams({ q: query })}`
  palette.input.ariaExpanded = String(options.length > 0)
  choose(options.length > 0 ? 0 : -1)
}

/** Returns the categories of the menu that begin with the typed letters. @param {string} typed */
function listPlaces(typed) {
  return [...document.querySelectorAll('#site-menu a[href^="/category/"]')]
    .filter(({ textContent }) => textContent?.toLowerCase().startsWith(typed.toLowerCase()))
    .map((link, place) => {
      const option = startOption(place, link.getAttribute('href') ?? '')
      const name = document.createElement('strong')
      name.textContent = link.textContent
      option.append(name)
      return option
    })
}

/** @param {number} place @param {string} path */
function startOption(place, path) {
  const link = document.createElement('a')
  link.id = `found-${place}`
  link.role = 'option'
  link.tabIndex = -1
  link.href = path
  return link
}

/** @param {Hit} hit @param {number} place */
function toOption(hit, place) {
  const link = startOption(place, `/article/${hit.id}`)
  const title = document.createElement('strong')
  title.append(...mark(hit.marked.title))
  title.dir = 'auto'
  const passage = document.createElement('span')
  passage.append(...mark(hit.marked.text))
  passage.dir = 'auto'
  const detail = document.createElement('small')
  detail.textContent = [hit.date, hit.category, hit.author].filter(Boolean).join(' · ')
  link.append(title, passage, detail)
  return link
}

/** Every second part is a match. @param {string[]} parts */
function mark(parts) {
  return parts.map((part, place) => {
    if (place % 2 === 0) return part
    const found = document.createElement('mark')
    found.textContent = part
    return found
  })
}

/** Arrow keys go through the results and back to the words; Enter opens. @param {KeyboardEvent} event */
function move(event) {
  if (event.isComposing || event.keyCode === 229) return // an input method takes the key
  if (event.key === 'Escape') palette.dialog.close() // in a search field it would only clear the words
  if (event.target !== palette.input) return
  const options = [...palette.list.querySelectorAll('a')]
  const at = options.findIndex((option) => option.ariaSelected === 'true')
  if (event.key === 'Enter') return (options[at] ?? options[0])?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const stops = options.length + 1 // the words are one, too
  choose(((at + 1 + step + stops) % stops) - 1)
}

/** Marks a result, which Enter opens; none for -1. @param {number} place */
function choose(place) {
  for (const [each, option] of [...palette.list.querySelectorAll('a')].entries()) {
    option.ariaSelected = String(each === place)
    if (each === place) option.scrollIntoView({ block: 'nearest' })
  }
  if (place < 0) palette.input.removeAttribute('aria-activedescendant')
  else palette.input.setAttribute('aria-activedescendant', `found-${place}`)
}
