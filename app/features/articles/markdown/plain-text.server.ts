import { unescapeHtml } from '../../../shared/text.ts'

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
