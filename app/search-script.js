// @ts-check
// The search palette. Loaded when somebody first reaches for it.

const MIN_LENGTH = 3
const PAUSE_MS = 120
const UNREAD = 'The search does not answer at the moment. Please try again in a few minutes.'

/** @typedef {{ id: string, title: string, metaDescription: string | null, author: string, date: string,
 *    category?: string, passage?: string }} Hit */

const palette = build()
let asked = 0

/** Shows the palette, or puts the cursor into it if it is open already. */
export function openPalette() {
  if (!palette.dialog.open) palette.dialog.showModal()
  palette.input.select()
}

function build() {
  const dialog = document.createElement('dialog')
  dialog.className = 'palette'
  dialog.setAttribute('aria-label', 'Search articles')
  const input = document.createElement('input')
  input.type = 'search'
  input.placeholder = 'Search articles...'
  input.maxLength = 100
  input.setAttribute('aria-label', 'Search articles')
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  const list = document.createElement('ol')
  dialog.append(input, status, list)
  document.body.append(dialog)

  let timer = 0
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void search(input.value.trim()), PAUSE_MS)
  })
  dialog.addEventListener('keydown', move)
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close() // the backdrop
  })
  return { dialog, input, status, list }
}

/** @param {string} query */
async function search(query) {
  const mine = ++asked
  if (Array.from(query).length < MIN_LENGTH) return show([], '')
  palette.status.textContent = 'Searching...'
  try {
    const response = await fetch(`/search.json?q=${encodeURIComponent(query)}`)
    if (!response.ok) throw new Error(`status ${response.status}`)
    /** @type {{ hits: Hit[] }} */
    const { hits } = await response.json()
    if (mine === asked) show(hits, hits.length === 0 ? 'No results found.' : '') // an older answer may come later
  } catch (error) {
    if (mine === asked) show([], UNREAD)
    console.error('Search error', error)
  }
}

/** @param {Hit[]} hits @param {string} status */
function show(hits, status) {
  palette.status.textContent = status
  const query = palette.input.value.trim()
  palette.list.replaceChildren(...hits.map((hit) => toItem(hit, query)))
}

/** @param {Hit} hit @param {string} query */
function toItem(hit, query) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/article/${hit.id}`
  const title = document.createElement('strong')
  title.textContent = hit.title
  const passage = document.createElement('span')
  passage.append(...mark(hit.passage ?? hit.metaDescription ?? '', query))
  const detail = document.createElement('small')
  detail.textContent = [hit.date, hit.category, hit.author].filter(Boolean).join(' · ')
  link.append(title, passage, detail)
  item.append(link)
  return item
}

/** A text with what was searched for marked in it. @param {string} text @param {string} query */
function mark(text, query) {
  const pattern = new RegExp(`(${query.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'giu')
  return text.split(pattern).map((part, place) => {
    if (place % 2 === 0) return part
    const found = document.createElement('mark')
    found.textContent = part
    return found
  })
}

/** Arrow keys go through the results and back to the words. @param {KeyboardEvent} event */
function move(event) {
  if (event.key === 'Escape') palette.dialog.close() // in a search field it would only clear the words
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const stops = [palette.input, ...palette.list.querySelectorAll('a')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[(at + step + stops.length) % stops.length]?.focus()
}
