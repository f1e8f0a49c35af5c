// The page that a form leads to shows the toast. A cookie carries the code and the path of that page, so that other tabs
// do not show it. Scripts can read the cookie, because public pages are the same for everyone (app/site-script.js).
const TOASTS = {
  'account-created': 'Account created successfully!',
  'signed-in': 'Signed in successfully!',
  'address-confirmed': 'Your address is confirmed, and you are signed in.',
  'password-changed': 'Your password has been changed. Please sign in with it.',
}

/** A toast of the list, or the number of recovery codes that are left after using one. */
export type ToastCode = keyof typeof TOASTS | `codes-left-${number}`

const LIFETIME_S = 600 // a second factor may come between signing in and the page that shows the toast

/** Returns the cookie that makes a page show a toast; `page` is its path, with or without a query. */
export const toastCookie = (code: ToastCode, page: string) =>
  `toast=${code}:${encodeURIComponent(toPath(page))}; Path=/; SameSite=Lax; Max-Age=${LIFETIME_S}`

const toPath = (page: string) => new URL(page, 'http://page.invalid').pathname

/** The cookie that removes the toast once it was shown. */
export const NO_TOAST = 'toast=; Path=/; SameSite=Lax; Max-Age=0'

interface ShownToast {
  code: ToastCode
  title: string
}

/** Returns a toast with its sentence, for the page that is drawn now. */
export const toToast = (code: ToastCode): ShownToast => ({
  code,
  title: isListed(code) ? TOASTS[code] : toCodesLeft(code),
})

const toCodesLeft = (code: string) =>
  `Signed in successfully! Recovery codes left: ${code.replace('codes-left-', '')}.`

const isListed = (code: string): code is keyof typeof TOASTS => Object.hasOwn(TOASTS, code)

const isToastCode = (code: string): code is ToastCode => isListed(code) || /^codes-left-\d+$/.test(code)

/** Returns the toast in the request's cookie; undefined if it is for another page. */
export function readToast(request: Request): ShownToast | undefined {
  const [, code = '', page] = /(?:^|; )toast=([\w-]+):([^;]*)/.exec(request.headers.get('cookie') ?? '') ?? []
  const isForThisPage = page === encodeURIComponent(toPath(request.url))
  return isForThisPage && isToastCode(code) ? toToast(code) : undefined
}
