import type { PreviewRefusal } from './preview.server.ts'

/** What readers are told while the store is away; what the spec says of empty lists is for what is not there. */
export const unread =
  'Articles cannot be read at the moment. This is a disturbance on our side: please try again in a few minutes.'

/** Why there is no preview of a text, with the status that says so. */
export const previewRefusals: Record<PreviewRefusal, { status: number; message: string }> = {
  'one-at-a-time': { status: 429, message: 'Another preview of yours is being made. Try again in a moment.' },
  'too-many': { status: 429, message: 'Too many previews in a short time. Wait a minute and type on.' },
  'too-slow': {
    status: 422,
    message: 'This text takes too long to turn into a page. Shorten it, or simplify its tables and lists.',
  },
}
