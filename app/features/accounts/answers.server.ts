import { data, redirect } from 'react-router'
import type { Refusal } from './commands.server.ts'
import { NO_TOAST, readToast, type ToastCode, toastCookie } from './toasts.ts'

interface Leaving {
  cookies?: string[]
  /** What is said then, by that page or by one that it leads to. */
  toast?: ToastCode
  saidBy?: string
  headers?: Record<string, string>
}

/** Leads to another page, which the browser loads as a whole: it may be one that never runs there. */
export function leave(path: string, { cookies = [], toast, saidBy = path, headers }: Leaving = {}): Response {
  const response = redirect(path, { headers: { 'X-Remix-Reload-Document': 'true', ...headers } })
  for (const cookie of toast ? [...cookies, toastCookie(toast, saidBy)] : cookies)
    response.headers.append('set-cookie', cookie)
  return response
}

/** Answers a form with the sentence it is refused with, and with what was typed. */
export function answerRefusal<T extends object>({ status, message, waitS }: Refusal, typed: T) {
  const headers: HeadersInit = waitS ? { 'Retry-After': String(waitS) } : {}
  return data({ ...typed, error: message }, { status, headers })
}

/** What a screen is drawn from, with the toast that its visitor is owed; it is said once. */
export function withToast<T extends object>(request: Request, content: T) {
  const toast = readToast(request)
  return data({ ...content, toast }, toast ? { headers: { 'set-cookie': NO_TOAST } } : undefined)
}
