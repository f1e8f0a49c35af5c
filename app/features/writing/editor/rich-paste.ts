import type { EditorView } from '@codemirror/view'

// The formats of a web page or a word processor that plain text does not have.
const STRUCTURE = /<(?:h[1-6]|[uo]l|table|blockquote|pre|img|strong|b|em|i|a|del|s)\b[^>]*>/i

/**
 * Returns the HTML of a clipboard if it contains formats beyond its plain text. Code editors copy colours only, and
 * their text is Markdown already.
 */
export function findRichText(data: DataTransfer): string | undefined {
  const html = data.getData('text/html')
  const isCode = data.types.some((type) => type.startsWith('vscode')) || /^\s*<pre\b/i.test(html)
  return !isCode && STRUCTURE.test(html) ? html : undefined
}

/** Inserts HTML as Markdown at the caret; as `plain` text if the script that translates it cannot be loaded. */
export async function pasteRichText(view: EditorView, html: string, plain: string): Promise<void> {
  const text = await import('./html-to-markdown.ts').then(
    ({ toMarkdown }) => toMarkdown(html),
    () => plain,
  )
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true })
}
