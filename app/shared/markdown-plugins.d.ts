declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it'

  const plugin: (markdown: MarkdownIt) => void
  export default plugin
}

declare module 'markdown-it-task-lists' {
  import type MarkdownIt from 'markdown-it'

  const plugin: (markdown: MarkdownIt) => void
  export default plugin
}
