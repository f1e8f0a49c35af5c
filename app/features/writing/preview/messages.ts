import type { PreviewRefusal } from './preview.server.ts'

/** The status and the sentence for each reason why there is no preview. */
export const previewRefusals: Record<PreviewRefusal, { status: number; message: string }> = {
  'one-at-a-time': { status: 429, message: 'Another preview of yours is being made. Try again in a moment.' },
  'too-many': { status: 429, message: 'Too many previews in a short time. Wait a minute and type on.' },
  'too-slow': {
    status: 422,
    message: 'This text takes too long to turn into a page. Shorten it, or simplify its tables and lists.',
  },
}
