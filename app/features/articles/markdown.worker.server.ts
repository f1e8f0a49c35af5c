// The thread that Markdown is rendered on: `renderLater` in commands gives it a deadline and a heap limit.
import { renderMarkdown } from './render-markdown.server.ts'

export default renderMarkdown
