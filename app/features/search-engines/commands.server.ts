export { noteAccountRemoval, noteArticleChange } from './note-articles.server.ts'
export { keepRemovals, noteChanges } from './note-changes.server.ts'
export { pingSearchEngines } from './ping.server.ts'
