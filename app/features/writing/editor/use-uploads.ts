import type { EditorView } from '@codemirror/view'
import { useRef, useState } from 'react'
import { UPLOAD_LIMITS } from '../../articles/pictures/pictures.ts'
import { connectionFailed, signedOut } from './text-field.ts'
import { type PlacedMark, removeMark, toAltText, toGaps, toInsertionPoint, toMark } from './insert-picture.ts'
import { pictureNotAdded, pictureTooLarge } from './messages.ts'

/** A new picture that may get a description. */
export interface AddedPicture {
  path: string
  alt: string
}

/**
 * Uploads pictures one after the other and inserts them at the caret. A mark stands in for each until it is stored. If
 * that fails, the text is as it was before. Returns the number of pending pictures, a sentence for each failure, and
 * `add`. Calls `onAdded` for each stored picture.
 */
export function useUploads(onAdded: (picture: AddedPicture) => void) {
  const [pending, setPending] = useState(0)
  const [failures, setFailures] = useState<string[]>([])
  const last = useRef(Promise.resolve())
  const count = useRef(0)
  const placed = useRef<PlacedMark[]>([])
  const replaceMark = async (before: Promise<void>, { view, file, own }: Pending) => {
    await before
    const stored = await upload(file)
    placed.current = placed.current.filter((other) => other !== own)
    const alt = toAltText(file.name)
    if (!stored.ok) {
      const changes = removeMark(view.state.doc.toString(), own, placed.current)
      if (changes) view.dispatch({ changes })
    } else if (settle(view, own.mark, `![${alt}](${stored.path})`)) onAdded({ path: stored.path, alt })
    if (!stored.ok) setFailures((others) => [...others, pictureNotAdded(file.name, stored.message)])
    setPending((number) => number - 1)
  }
  const add = (view: EditorView, files: File[]) => {
    setFailures([])
    for (const file of files) {
      const own = insert(view, toMark(file.name, (count.current += 1)))
      placed.current.push(own)
      setPending((number) => number + 1)
      last.current = replaceMark(last.current, { view, file, own })
    }
  }
  return { pending, failures, add }
}

interface Pending {
  view: EditorView
  file: File
  own: PlacedMark
}

/** Returns the pictures that were pasted or dropped. Empty beside a text, because some programs add a picture of it. */
export const listPictures = (data: DataTransfer): File[] =>
  data.types.includes('text/plain') ? [] : [...data.files].filter(({ type }) => type.startsWith('image/'))

function insert(view: EditorView, mark: string): PlacedMark {
  const text = view.state.doc.toString()
  const { from: start, to: end } = view.state.selection.main
  const to = toInsertionPoint(text, end)
  const from = to === end ? start : to // what is selected makes room
  const gaps = toGaps({ before: text.slice(0, from), after: text.slice(to) })
  const inserted = gaps.before + mark + gaps.after
  const selection = { anchor: from + inserted.length }
  view.dispatch({ changes: { from, to, insert: inserted }, selection, scrollIntoView: true })
  return { mark, gaps, replaced: text.slice(from, to) }
}

// Returns false if the author has deleted the mark. If the author has not typed since, the caret moves into the
// description.
function settle(view: EditorView, mark: string, picture: string): boolean {
  const text = view.state.doc.toString()
  const from = text.indexOf(mark)
  if (from === -1) return false
  const to = from + mark.length
  const { head } = view.state.selection.main
  const hasCaretStayed = head >= to && text.slice(to, head).trim() === ''
  const alt = /^!\[(.*?)\]/.exec(picture)?.[1] ?? ''
  const selection = { anchor: from + 2, head: from + 2 + alt.length }
  const changes = { from, to, insert: picture }
  view.dispatch({ changes, ...(hasCaretStayed && { selection }) })
  return true
}

type Stored = { ok: true; path: string } | { ok: false; message: string }

async function upload(file: File): Promise<Stored> {
  if (file.size > UPLOAD_LIMITS.bytes) return { ok: false, message: pictureTooLarge }
  try {
    const answer = await fetch(`/uploads?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      body: file,
      redirect: 'manual',
    })
    if (answer.type === 'opaqueredirect') return { ok: false, message: signedOut }
    const { path, message } = (await answer.json()) as { path?: string; message?: string }
    return path ? { ok: true, path } : { ok: false, message: message ?? connectionFailed }
  } catch {
    return { ok: false, message: connectionFailed }
  }
}
