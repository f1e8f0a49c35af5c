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

/** Asks for the description and the caption of a new picture. It can be closed without an answer. */
export function PicturePanel({ view, picture, onClose }: PicturePanelProps) {
  const [alt, setAlt] = useState(picture.alt)
  const [caption, setCaption] = useState('')
  const done = () => {
    const change = describePicture(view.state.doc.toString(), { path: picture.path, alt, caption })
    if (change) view.dispatch({ changes: change, userEvent: 'input.format' })
    onClose()
  }
  return (
    <EditorPanel title="Describe the image" onClose={onClose} onEnter={done}>
      <PanelField
        label="Description"
        hint="What one sees in it, for readers who do not see it, and for search engines."
        value={alt}
        onChange={setAlt}
      />
      <PanelField
        label="Caption"
        hint="Stands below it. It may stay empty."
        value={caption}
        onChange={setCaption}
      />
      <button type="button" className="button is-primary" onClick={done}>
        Done
      </button>
    </EditorPanel>
  )
}
