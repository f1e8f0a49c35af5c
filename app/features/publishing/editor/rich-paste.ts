import type { EditorView } from '@codemirror/view'

// What a web page or a word processor has and a plain text has not.
const STRUCTURE = /<(?:h[1-6]|[uo]l|table|blockquote|pre|img|strong|b|em|i|a|del|s)\b[^>]*>/i

/**
 * Returns the HTML of a clipboard that holds more than its plain text. Editors of code copy colours alone, and their text
 * is Markdown already.
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
