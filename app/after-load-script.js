// @ts-check
// The script of a public page after it is loaded and idle: timings, sharing, videos, the place in the contents, and
// skeletons while readers wait.

const ours = document.querySelector('script[data-vitals]')
const vitals = ours?.getAttribute('data-vitals')

// The words of the page's language. An English page has none: the scripts have them.
/** @type {Record<string, string>} */
const pageWords = JSON.parse(document.querySelector('#words')?.textContent ?? '{}')
/** @param {string} text @param {number | string} [n] */
const tell = (text, n = '') => (pageWords[text] ?? text).replace('{n}', String(n))

/** Writes the timings of the page to the console (spec §9). */
async function reportTimings() {
  const { onTTFB, onFCP, onLCP, onINP, onCLS } = await import(/* @vite-ignore */ vitals ?? '')
  for (const observe of [onTTFB, onFCP, onLCP, onINP, onCLS]) observe(report)
}

/** @param {{ name: string, value: number, rating: string }} timing */
function report({ name, value, rating }) {
  console.info(name, name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`, rating)
}

reportTimings().catch(() => {})

// The page is kept in memory, so only the browser knows how long ago today's articles were published.
const MINUTE = 60_000
for (const time of document.querySelectorAll('time')) {
  const minutes = Math.floor((Date.now() - Date.parse(time.dateTime)) / MINUTE)
  if (!time.dateTime.includes('T') || minutes < 0 || minutes >= 24 * 60) continue
  time.title = time.textContent ?? ''
  time.textContent =
    minutes < 60 ? tell('{n} min ago', Math.max(minutes, 1)) : tell('{n} h ago', Math.floor(minutes / 60))
}

// News are breaking for six hours.
for (const label of document.querySelectorAll('[data-news]')) {
  const newest = label.parentElement?.querySelector('time')
  if (newest && Date.now() - Date.parse(newest.dateTime) < 6 * 60 * MINUTE)
    label.textContent = tell('Breaking')
}

// The share buttons that this browser supports.
const copy = document.querySelector('[data-copy]')
if ('clipboard' in navigator) copy?.parentElement?.removeAttribute('hidden')
copy?.addEventListener('click', async () => {
  const isCopied = await navigator.clipboard.writeText(copy.getAttribute('data-copy') ?? '').then(
    () => true,
    () => false, // its reader does not allow it
  )
  const label = copy.querySelector('span')
  if (label) label.textContent = tell(isCopied ? 'Link copied' : 'Not copied: the browser does not allow it')
})
const passOn = document.querySelector('[data-pass-on]')
if ('share' in navigator && matchMedia('(pointer: coarse)').matches)
  passOn?.parentElement?.removeAttribute('hidden')
passOn?.addEventListener('click', () => {
  const title = document.querySelector('article h1')?.textContent ?? document.title
  navigator.share({ title, url: passOn.getAttribute('data-pass-on') ?? '' }).catch(() => {}) // stopped by its reader
})

// A video's link becomes its player on a click. No request goes to the platform before that.
const PLAYERS = /** @type {const} */ ([
  [
    /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]+)$/,
    'https://www.youtube-nocookie.com/embed/ID?autoplay=1',
  ],
  [/^https:\/\/vimeo\.com\/(\d+)$/, 'https://player.vimeo.com/video/ID?dnt=1&autoplay=1'],
])

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('.embed > a')
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return
  for (const [page, player] of PLAYERS) {
    const id = page.exec(link.href)?.[1]
    if (!id) continue
    event.preventDefault()
    const frame = document.createElement('iframe')
    frame.src = player.replace('ID', id)
    frame.title = link.textContent ?? ''
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
    link.replaceWith(frame)
    frame.focus()
  }
})

// The section being read is the last whose heading has passed the upper third of the window.
const sections = [...document.querySelectorAll('[data-contents] a')].map((link) => ({
  link,
  heading: document.getElementById(decodeURIComponent(/** @type {HTMLAnchorElement} */ (link).hash.slice(1))),
}))
const reading = new IntersectionObserver(
  () => {
    const passed = sections.filter(
      ({ heading }) => heading && heading.getBoundingClientRect().top < innerHeight / 3,
    )
    for (const { link } of sections) link.removeAttribute('aria-current')
    passed.at(-1)?.link.setAttribute('aria-current', 'location')
  },
  { rootMargin: '0px 0px -67% 0px' },
)
for (const { heading } of sections) if (heading) reading.observe(heading)

// A page that has been asked for and is not there yet is worth a skeleton; one that is there in a blink is not.
const BLINK_MS = 200
const LIST_CARDS = 6
const RELATED_CARDS = 3
let blink = 0

// Its styles are loaded before it is needed, but not with the page.
const look = document.createElement('link')
look.rel = 'stylesheet'
look.href = ours?.getAttribute('data-skeleton') ?? ''
document.head.append(look)

/** @param {string} kind @param {number} count */
const bones = (kind, count) => `<div class="bone is-${kind}"></div>`.repeat(count)

/** @param {number} count */
function cards(count) {
  const card = `<div class="card"><div class="cover"></div>${bones('title', 1)}${bones('line', 3)}</div>`
  return `<div class="card-grid">${card.repeat(count)}</div>`
}

/** Returns a skeleton of the page at a path (spec §2); empty if its layout is not known. @param {string} path */
function skeletonOf(path) {
  if (path.startsWith('/article/')) {
    const head = `${bones('headline', 2)}${bones('line', 1)}<div class="cover is-wide"></div>`
    return `${head}<div class="prose">${bones('line', 8)}</div><div class="part">${cards(RELATED_CARDS)}</div>`
  }
  return path === '/' || /^\/(category|author)\//.test(path) ? cards(LIST_CARDS) : ''
}

/** Covers what is being left, without touching it: the reader may stop, or come back. @param {string} path */
function showSkeleton(path) {
  const main = document.querySelector('main')
  const html = skeletonOf(path)
  if (!main || !html) return
  const cover = document.createElement('div')
  cover.className = 'skeleton'
  cover.setAttribute('aria-hidden', 'true')
  cover.style.top = `${Math.max(0, main.getBoundingClientRect().top)}px`
  cover.innerHTML = `<div class="wrap">${html}</div>`
  main.append(cover)
  main.setAttribute('aria-busy', 'true')
}

function forgetSkeleton() {
  clearTimeout(blink)
  document.querySelector('main > .skeleton')?.remove()
  document.querySelector('main')?.removeAttribute('aria-busy')
}

// Not supported by every browser.
window.navigation?.addEventListener('navigate', (event) => {
  forgetSkeleton()
  const { origin, pathname } = new URL(event.destination.url)
  if (event.hashChange || event.downloadRequest !== null || origin !== location.origin) return
  blink = window.setTimeout(showSkeleton, BLINK_MS, pathname)
})
window.navigation?.addEventListener('navigateerror', forgetSkeleton)
addEventListener('pagehide', forgetSkeleton)

// An empty home page shows its owner what to do first.
const steps = document.querySelector('[data-first-steps]')
if (steps && /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie))
  fetch('/auth/session?steps')
    .then(async (response) => {
      const { steps: done } = await response.json()
      for (const step of steps.children)
        step.toggleAttribute('data-done', done?.[step.getAttribute('data-step') ?? ''] === true)
      return steps.toggleAttribute('hidden', !done)
    })
    .catch(() => {})
