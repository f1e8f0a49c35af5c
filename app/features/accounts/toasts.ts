// What is said on the page that a form leads to, whichever it is. It travels as one word of this list, with the page's
// path, in a cookie that scripts can read: public pages are the same for everyone, and their script shows it
// (app/site-script.js). Of the other tabs that follow at the same moment none may say it.
const TOASTS = {
  'account-created': 'Account created successfully!',
  'signed-in': 'Signed in successfully!',
  'address-confirmed': 'Your address is confirmed, and you are signed in.',
  'password-changed': 'Your password has been changed. Please sign in with it.',
}

/** One of the list, or that a recovery code was used, with how many are left. */
export type ToastCode = keyof typeof TOASTS | `codes-left-${number}`

const LIFETIME_S = 600 // a second factor may lie between signing in and the page that says so

/** The cookie that has a page say something; `page` is its path, with or without a query. */
export const toastCookie = (code: ToastCode, page: string) =>
  `toast=${code}:${encodeURIComponent(toPath(page))}; Path=/; SameSite=Lax; Max-Age=${LIFETIME_S}`

const toPath = (page: string) => new URL(page, 'http://page.invalid').pathname

/** The cookie that takes it back, once it was said. */
export const NO_TOAST = 'toast=; Path=/; SameSite=Lax; Max-Age=0'

/** What a page is to say, on the page itself. */
export const toToast = (code: ToastCode) => ({ code, title: describe(code) ?? '' })

function describe(code: string): string | undefined {
  const left = /^codes-left-(\d+)$/.exec(code)?.[1]
  if (left !== undefined) return `Signed in successfully! Recovery codes left: ${left}.`
  return Object.hasOwn(TOASTS, code) ? TOASTS[code as keyof typeof TOASTS] : undefined
}

/** What a request's cookies have the page say that it is for. */
export function readToast(request: Request): { code: ToastCode; title: string } | undefined {
  const [, code = '', page] = /(?:^|; )toast=([\w-]+):([^;]*)/.exec(request.headers.get('cookie') ?? '') ?? []
  const title = page === encodeURIComponent(toPath(request.url)) ? describe(code) : undefined
  return title === undefined ? undefined : { code: code as ToastCode, title }
}
