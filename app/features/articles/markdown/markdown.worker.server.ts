// Runs on a worker thread: `renderText` in commands sets its deadline and its heap limit.
import { renderMarkdown } from './render-markdown.server.ts'

export default renderMarkdown
