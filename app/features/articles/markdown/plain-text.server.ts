import { unescapeHtml } from '../../../shared/text.ts'

const WORDS_PER_MINUTE = 220
const IDEOGRAPHS_PER_MINUTE = 500

const BLOCK_TAG = /<\/?(?:p|br|hr|div|li|ul|ol|dl|dt|dd|blockquote|section|details|summary|figure)\b[^>]*>/g

/** Returns the running text of an article: no headings, code, tables, captions, videos and footnotes. */
export function toPlainText(html: string): string {
  const running = html
    .replace(/<(pre|h[2-6]|figcaption|table)\b.*?<\/\1>|<div class="footnotes">.*$/gs, ' ')
    .replace(/<figure class="embed">.*?<\/figure>/gs, ' ')
    .replace(BLOCK_TAG, ' ')
  return withoutTags(running)
    .replace(/\{\{.*?\}\}/gs, ' ') // template tags of other generators
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the text of a piece of sanitised HTML, without references to footnotes. */
export function withoutTags(html: string): string {
  return unescapeHtml(html.replace(/<sup class="footnote-ref">.*?<\/sup>/g, '').replace(/<[^>]*>/g, ''))
}

/** Returns the length of a text and its reading time. Ideographs count as the number of words that take as long. */
export function measureText(text: string): { words: number; minutes: number } {
  const ideographs = text.match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/gu)?.length ?? 0
  const minutes = text.split(' ').length / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE
  return { words: minutes * WORDS_PER_MINUTE, minutes: Math.max(1, Math.round(minutes)) }
}
