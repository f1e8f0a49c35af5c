import type { RefObject } from 'react'

/** What the editor needs of its form. */
export interface MarkdownEditorProps {
  /** The text area that it stands in for: it starts from its text, and the form sends what is written in the editor. */
  area: RefObject<HTMLTextAreaElement | null>
  /** Called when the text is scrolled, with the place at the upper edge. */
  onScroll?: ((place: TextPlace) => void) | undefined
}

/** A place in a text, which its preview shows at another height. */
export interface TextPlace {
  /** How far down it is, from 0 to 1. */
  share: number
  /** The number of headings in the text. */
  headings: number
  /** The number of headings above the place. */
  above: number
  /** How far it is from the heading above to the next one, from 0 to 1. */
  between: number
}

/** The event that puts a text into a field. An editor that stands in for the field takes the text and cancels it. */
export const REPLACE_TEXT = 'replacetext'

/** Shown if a preview or an upload got no answer. */
export const connectionFailed = 'The server did not answer. Try again in a moment.'
/** Shown if a preview or an upload was sent to the sign-in screen. */
export const signedOut = 'You are signed out. Sign in in another tab, then try again here.'
