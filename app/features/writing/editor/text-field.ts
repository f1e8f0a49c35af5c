import type { RefObject } from 'react'

/** The props that the editor shares with its form. */
export interface MarkdownEditorProps {
  /**
   * The text area that the editor replaces. The editor starts with its text, and the form sends the text of the editor.
   */
  area: RefObject<HTMLTextAreaElement | null>
  /** The places of the tools and of the length of the text, in the form around it. */
  slots: EditorSlots
  /** Called to turn the focus mode on or off. */
  toggleFocus: () => void
  /** Called when the text is scrolled, with the position at the top. */
  onScroll?: ((place: TextPlace) => void) | undefined
}

/** Elements that the editor draws into. They are there before it is loaded, so that nothing moves then. */
export interface EditorSlots {
  tools: HTMLElement | null
  length: HTMLElement | null
}

/** A position in a text, which its preview shows at another height. */
export interface TextPlace {
  /** Its share of the height of the text, from 0 to 1. */
  share: number
  /** The number of headings in the text. */
  headings: number
  /** The number of headings above the position. */
  above: number
  /** Its distance from the heading above to the next one, from 0 to 1. */
  between: number
}

/**
 * The event that writes a text into a field. An editor that replaces the field takes the text and cancels the event.
 */
export const REPLACE_TEXT = 'replacetext'

/** The event by which a script scrolls the text of a field. Its detail is a `TextPlace`. */
export const SCROLL_TEXT = 'scrolltext'

/** Shown if a preview or an upload got no answer. */
export const connectionFailed = 'The server did not answer. Try again in a moment.'
/** Shown if a preview or an upload was redirected to the sign-in screen. */
export const signedOut = 'You are signed out. Sign in in another tab, then try again here.'
