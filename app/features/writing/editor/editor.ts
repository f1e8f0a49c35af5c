import type { ComponentType } from 'react'
import type { MarkdownEditorProps } from './text-field.ts'

export { moveMarks, withoutMarks } from './insert-picture.ts'
export { pictureNotAdded, sayUploadFailure } from './messages.ts'
export { uploadPicture } from './use-picture-upload.ts'
export {
  connectionFailed,
  type EditorSlots,
  type MarkdownEditorProps,
  REPLACE_TEXT,
  SCROLL_TEXT,
  signedOut,
  type TextPlace,
} from './text-field.ts'

/** Loads the editor, a separate script. */
export const loadMarkdownEditor = (): Promise<{ default: ComponentType<MarkdownEditorProps> }> =>
  import('./markdown-editor.tsx').then(({ MarkdownEditor }) => ({ default: MarkdownEditor }))
