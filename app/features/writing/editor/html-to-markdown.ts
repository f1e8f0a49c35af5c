import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'

const service = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
  hr: '---',
})
service.use(gfm)
service.remove(['style', 'script', 'title', 'meta'])
// Word processors wrap the whole clipboard in a bold element that is not shown bold.
service.addRule('not bold', {
  filter: (node) => node.nodeName === 'B' && /font-weight:\s*normal/.test(node.getAttribute('style') ?? ''),
  replacement: (content) => content,
})
// Pictures on the author's disk or in the clipboard cannot be in an article.
service.addRule('pictures without an address', {
  filter: (node) => node.nodeName === 'IMG' && !/^https?:/.test(node.getAttribute('src') ?? ''),
  replacement: () => '',
})

/** Returns HTML as Markdown. Formats that Markdown does not have, such as colours, are left out. */
export const toMarkdown = (html: string) => service.turndown(html)
