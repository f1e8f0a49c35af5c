// Comparing the pages of an account takes seconds. It runs on a thread of its own, so that readers do not wait.
export { findLikenesses as default } from './similarity.ts'
