import type { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { describePicture } from './insert-picture.ts'
import { EditorPanel, PanelField } from './panel.tsx'
import type { AddedPicture } from './use-uploads.ts'

interface PicturePanelProps {
  view: EditorView
  picture: AddedPicture
  onClose: () => void
}

/**
 * Asks for the description and the caption of a new picture. It can be closed without an answer. Each letter goes into
 * the text at once, because the text may be published or left while the panel is open.
 */
export function PicturePanel({ view, picture, onClose }: PicturePanelProps) {
  const [words, setWords] = useState({ alt: picture.alt, caption: '' })
  const change = (changed: Partial<typeof words>) => {
    const next = { ...words, ...changed }
    setWords(next)
    const changes = describePicture(view.state.doc.toString(), { path: picture.path, ...next })
    if (changes) view.dispatch({ changes, userEvent: 'input.type' }) // one undo takes back what was typed in one go
  }
  return (
    <EditorPanel title="Describe the picture" onClose={onClose} onEnter={onClose}>
      <PanelField
        label="Description"
        hint="What one sees in it, for readers who do not see it, and for search engines."
        value={words.alt}
        onChange={(alt) => change({ alt })}
      />
      <PanelField
        label="Caption"
        hint="Stands below it. It may stay empty."
        value={words.caption}
        onChange={(caption) => change({ caption })}
      />
      <button type="button" className="button is-primary" onClick={onClose}>
        Done
      </button>
    </EditorPanel>
  )
}
