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
// Word processors wrap the whole clipboard in an element that is bold only by its name.
service.addRule('not bold', {
  filter: (node) => node.nodeName === 'B' && /font-weight:\s*normal/.test(node.getAttribute('style') ?? ''),
  replacement: (content) => content,
})
// A picture on somebody's disk or in the clipboard alone is in no article.
service.addRule('pictures without an address', {
  filter: (node) => node.nodeName === 'IMG' && !/^https?:/.test(node.getAttribute('src') ?? ''),
  replacement: () => '',
})

/** Returns HTML as Markdown. What Markdown does not have, such as colours, is left out. */
export const toMarkdown = (html: string) => service.turndown(html)
