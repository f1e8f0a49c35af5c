// What is said on the page that a form leads to, whichever it is. It travels as one word of this list in a cookie that
// scripts can read: public pages are the same for everyone, and their script shows it (app/site-script.js).
const TOASTS = {
  'account-created': 'Account created successfully!',
  'signed-in': 'Signed in successfully!',
  'address-confirmed': 'Your address is confirmed, and you are signed in.',
  'password-changed': 'Your password has been changed. Please sign in with it.',
}

export type ToastCode = keyof typeof TOASTS

const LIFETIME_S = 600 // a second factor may lie between signing in and the page that says so

/** The cookie that has the next page say something. */
export const toastCookie = (code: ToastCode) => `toast=${code}; Path=/; SameSite=Lax; Max-Age=${LIFETIME_S}`

/** The cookie that takes it back, once it was said. */
export const NO_TOAST = 'toast=; Path=/; SameSite=Lax; Max-Age=0'

/** What a page is to say, on the page itself. */
export const toToast = (code: ToastCode) => ({ code, title: TOASTS[code] })

/** What a request's cookies have the page say. */
export function readToast(request: Request): { code: ToastCode; title: string } | undefined {
  const value = /(?:^|; )toast=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
  const code = (Object.keys(TOASTS) as ToastCode[]).find((known) => known === value)
  return code && toToast(code)
}
