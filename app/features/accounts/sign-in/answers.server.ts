import { data, redirect } from 'react-router'
import { type SignInRefusal, toSignInAnswer } from './sign-in.ts'
import { NO_TOAST, readToast, type ToastCode, toastCookie } from './toasts.ts'

interface RedirectOptions {
  cookies?: string[]
  toast?: ToastCode
  /** Path of the page that shows the toast, where that page comes after the next one. */
  shownOn?: string
  headers?: Record<string, string>
}

/** Returns a redirect that makes the browser load the whole page: public pages do not run React. */
export function redirectToPage(
  path: string,
  { cookies = [], toast, shownOn = path, headers }: RedirectOptions = {},
): Response {
  const response = redirect(path, { headers: { 'X-Remix-Reload-Document': 'true', ...headers } })
  for (const cookie of toast ? [...cookies, toastCookie(toast, shownOn)] : cookies)
    response.headers.append('set-cookie', cookie)
  return response
}

/** Returns the answer to a refused form: the sentence of the refusal, its field, and the typed values. */
export function answerRefusal<T extends object>(refused: SignInRefusal, typed: T) {
  const { status, message, field, waitS } = toSignInAnswer(refused)
  const headers: HeadersInit = waitS ? { 'Retry-After': String(waitS) } : {}
  return data({ ...typed, error: message, field }, { status, headers })
}

/** Returns the data of a screen with the toast of the request's cookie. The answer clears the cookie. */
export function withToast<T extends object>(request: Request, content: T) {
  const toast = readToast(request)
  return data({ ...content, toast }, toast ? { headers: { 'set-cookie': NO_TOAST } } : undefined)
}
