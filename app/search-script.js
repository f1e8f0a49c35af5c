// @ts-check
// The search palette. Loaded when somebody first reaches for it.

const MIN_LENGTH = 3
const PAUSE_MS = 120
const UNREAD = 'The search does not answer at the moment. Please try again in a few minutes.'

/** @typedef {{ id: string, title: string, metaDescription: string | null, author: string }} Hit */

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
  palette.list.replaceChildren(...hits.map(toItem))
}

/** @param {Hit} hit */
function toItem(hit) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/article/${hit.id}`
  const title = document.createElement('strong')
  title.textContent = hit.title
  const detail = document.createElement('span')
  detail.textContent = [hit.author, hit.metaDescription].filter(Boolean).join(' · ')
  link.append(title, detail)
  item.append(link)
  return item
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
