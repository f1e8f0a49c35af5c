import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { UPLOAD_TYPES } from '../uploads/uploads.ts'
import { listPictures, useUploads } from './use-uploads.ts'

interface ContentFieldProps {
  defaultValue: string
  error: string | undefined
  onScroll?: ((share: number) => void) | undefined
}

/** The text itself: Markdown, with pictures that are chosen, pasted or dropped. */
export function ContentField({ defaultValue, error, onScroll }: ContentFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [words, setWords] = useState(() => countWords(defaultValue))
  const { pending, failures, add } = useUploads(area)
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const pictures = listPictures(data)
    if (pictures.length === 0) return
    event.preventDefault()
    add(pictures)
  }
  return (
    <div className="content-field">
      <AddImage onChoose={add} />
      <TextArea
        ref={area}
        name="content"
        label="Content * (Markdown supported)"
        required
        isCode
        rows={18}
        {...{ defaultValue, error }}
        hint={
          <span className="hint-row">
            <span className="needs-scripts">
              {pending > 0 ? toPendingText(pending) : 'Paste or drop an image to add it'}
            </span>
            <span>{words.toLocaleString('en-US')} words</span>
          </span>
        }
        onInput={({ currentTarget }) => setWords(countWords(currentTarget.value))}
        onPaste={(event) => take(event, event.clipboardData)}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => take(event, event.dataTransfer)}
        onScroll={({ currentTarget }) => onScroll?.(toShare(currentTarget))}
      />
      <div role="alert">
        {failures.map((failure) => (
          <p key={failure} className="mt-1 text-small text-bad">
            {failure}
          </p>
        ))}
      </div>
    </div>
  )
}

// A label that looks like a button: the file field in it has no name, so that no form sends its file.
function AddImage({ onChoose }: { onChoose: (files: File[]) => void }) {
  return (
    <label className="button add-image needs-scripts">
      Add image
      <input
        type="file"
        className="sr-only"
        multiple
        accept={UPLOAD_TYPES.join(',')}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
    </label>
  )
}

const toPendingText = (pending: number) =>
  pending === 1 ? 'Adding an image...' : `Adding ${pending} images...`

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

/** How far down somebody has scrolled, from 0 to 1. */
function toShare({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  return scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0
}
