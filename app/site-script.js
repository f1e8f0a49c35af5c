// @ts-check
// The only script of public pages. Everything it touches works without it.

// The words of the page's language. An English page has none: the scripts have them.
/** @type {Record<string, string>} */
const words = JSON.parse(document.querySelector('#words')?.textContent ?? '{}')
/** @param {string} text @param {number | string} [n] */
const say = (text, n = '') => (words[text] ?? text).replace('{n}', String(n))

/** @param {boolean} isSignedIn */
function showSession(isSignedIn) {
  for (const element of document.querySelectorAll('[data-when]')) {
    const belongs = element.getAttribute('data-when') === (isSignedIn ? 'signed-in' : 'signed-out')
    element.toggleAttribute('hidden', !belongs)
  }
}

// The cookie is a hint that saves most visitors a request; the server checks the session.
/** @param {boolean} [isNew] True for a page just opened; a tab that follows another one shows no toast. */
function checkSession(isNew) {
  const isHinted = /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)
  showSession(isHinted)
  document.querySelector('[data-edit]')?.toggleAttribute('hidden', true)
  // A sign-out that the server has not seen ends the session at any request of this browser.
  if (!isHinted && !document.cookie.includes('signing_out=1')) return
  const edit = document.querySelector('[data-edit]')
  fetch(edit ? `/auth/session?article=${edit.getAttribute('data-edit')}` : '/auth/session')
    .then(async (response) => {
      const { signedIn, isOwn } = await response.json()
      showSession(signedIn === true)
      edit?.toggleAttribute('hidden', isOwn !== true)
      return isNew && signedIn === true && showToast()
    })
    .catch(() => {})
}

// The toast after a form that led here; a cookie has its key (features/accounts/sign-in/toasts.ts).
const TOASTS = /** @type {Record<string, string>} */ ({
  'account-created': 'Account created successfully!',
  'signed-in': 'Signed in successfully!',
  'address-confirmed': 'Your address is confirmed, and you are signed in.',
})

function showToast() {
  const [, code = '', page] = /(?:^|; )toast=([\w-]+):([^;]*)/.exec(document.cookie) ?? []
  if (page !== encodeURIComponent(location.pathname)) return
  const left = /^codes-left-(\d+)$/.exec(code)?.[1]
  const text = left
    ? say('Signed in successfully! Recovery codes left: {n}.', left)
    : Object.hasOwn(TOASTS, code) && say(TOASTS[code] ?? '')
  if (!text) return
  document.cookie = 'toast=; Path=/; SameSite=Lax; Max-Age=0'
  addToast('ok', text)
}

/** Shows a toast; a bad one takes the place of the one before. @param {'ok' | 'bad'} tone @param {string} title @param {string} [description] */
function addToast(tone, title, description = '') {
  for (const old of document.querySelectorAll('.toast-bad')) old.remove()
  const toast = document.createElement('div')
  toast.className = `toast toast-${tone}`
  toast.role = tone === 'bad' ? 'alert' : 'status'
  document.body.append(toast)
  const [strong, span] = [document.createElement('strong'), document.createElement('span')]
  strong.textContent = title
  span.textContent = description
  toast.append(strong, ...(description ? [span] : []))
}

// As in the desk (features/accounts/sign-in/use-sign-out.ts).
document.addEventListener('submit', (event) => {
  if (!closest(event.target, 'form[data-when="signed-in"]')) return
  // The desk saves them.
  if (document.cookie.includes('unsaved_texts=1')) return sessionStorage.setItem('signs-out', '1')
  event.preventDefault()
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  document.cookie = `${prefix}signing_out=1; Path=/; SameSite=Lax; Max-Age=${30 * 24 * 3600}${secure}`
  document.cookie = 'signed_in=; Path=/; SameSite=Lax; Max-Age=0'
  showSession(false)
  document.querySelector('[data-edit]')?.toggleAttribute('hidden', true)
  localStorage.clear()
  void signOut()
})

async function signOut(isRepeated = false) {
  const body = new URLSearchParams({ intent: 'sign-out', isAsked: 'yes' })
  const answer = await fetch('/auth', { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  if (answer?.type === 'opaqueredirect') return location.replace('/')
  if (!isRepeated)
    addToast(
      'bad',
      say('Not signed out yet'),
      say('The server does not answer. This tab tries again until it does; please keep it open.'),
    )
  setTimeout(signOut, 3000, true)
}

checkSession(true)
// The user signed in or out in another tab. Browsers without cookie events check when the tab becomes visible.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') checkSession()
})
window.cookieStore?.addEventListener('change', ({ changed, deleted }) => {
  if ([...changed, ...deleted].some(({ name }) => name === 'signed_in')) checkSession()
})

/** @param {EventTarget | null} target @param {string} selector */
const closest = (target, selector) => (target instanceof Element ? target.closest(selector) : null)

document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute('open')
  }
  const share = closest(event.target, 'a[data-share]')
  if (share instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    window.open(share.href, '_blank', 'noopener,width=600,height=400')
  }
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    menu.removeAttribute('open')
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
  }
})

/**
 * A cover that does not load is replaced by the one that is drawn for the article, a picture of a text by a grey box with
 * its words: the drawing would be the cover again. @param {HTMLImageElement} image
 */
function replacePicture(image) {
  const { drawn } = image.dataset
  const note = document.createElement('small')
  note.className = 'not-loaded'
  note.textContent = [say('Failed to load image'), image.alt].filter(Boolean).join(': ')
  image.after(note)
  image.removeAttribute('srcset')
  if (drawn && image.getAttribute('src') !== drawn) image.src = drawn
  else image.remove()
}

for (const image of document.querySelectorAll('.cover img, .prose img')) {
  const cover = image.parentElement
  if (!cover || !(image instanceof HTMLImageElement)) continue
  const fail = () => replacePicture(image)
  if (image.complete && image.currentSrc !== '') {
    if (image.naturalWidth === 0) fail()
    continue
  }
  image.addEventListener('error', fail, { once: true })
  if (!cover.matches('.cover')) continue
  cover.classList.add('is-loading')
  for (const end of ['load', 'error']) image.addEventListener(end, () => cover.classList.remove('is-loading'))
}

const searchButton = document.querySelector('[data-search]')
const UNSEARCHED = 'The search does not answer at the moment. Please try again in a few minutes.'
let failures = 0

/** @param {Event} event */
function openSearch(event) {
  const script = searchButton?.getAttribute('data-search')
  if (!script) return
  event.preventDefault()
  // A browser remembers that a module could not be loaded, so the next try has another address.
  import(/* @vite-ignore */ failures ? `${script}?${failures}` : script)
    .then(({ openPalette }) => openPalette())
    .catch(() => {
      failures += 1
      addToast('bad', say(UNSEARCHED)) // the page of the search would not answer either, and this one would be gone
    })
}

searchButton?.addEventListener('click', openSearch)
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) openSearch(event)
})

// Visitors who save data get no prefetched pages; speculation-rules.json checks this.
const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator)
document.documentElement.toggleAttribute('data-saves-data', connection?.saveData === true)

// Resources that are not needed for the page are fetched when it is loaded and idle, or soon if it is never idle.
const later = document.querySelector('script[data-after-load]')?.getAttribute('data-after-load')
const loadLater = () => void import(/* @vite-ignore */ later ?? '').catch(() => {})
const afterLoad = () =>
  'requestIdleCallback' in window ? requestIdleCallback(loadLater, { timeout: 5000 }) : setTimeout(loadLater)
if (document.readyState === 'complete') afterLoad()
else addEventListener('load', afterLoad)
