import { redo, undo } from '@codemirror/commands'
import { StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useRef, useState } from 'react'
import { findAround, findPlaceForBlock, WHOLE } from './blocks.ts'
import {
  type InsertedMark,
  removeMark,
  toAltText,
  toGaps,
  toInsertionPoint,
  toMark,
  withoutMarks,
} from './insert-picture.ts'
import { pictureNotAdded, sayUploadFailure } from './messages.ts'
import { uploadPicture } from './use-picture-upload.ts'

/** A new picture that may get a description. */
export interface AddedPicture {
  path: string
  alt: string
}

/**
 * Uploads pictures one after the other and inserts them at a place: by default, at the caret. A mark stands in for each
 * until it is stored. If that fails, the text is as it was before. Returns the number of pending pictures, a sentence for each failure, and
 * `add`. Calls `onAdded` for each stored picture.
 */
export function useUploads(onAdded: (picture: AddedPicture) => void) {
  const [pending, setPending] = useState(0)
  const [failures, setFailures] = useState<string[]>([])
  const last = useRef(Promise.resolve())
  const count = useRef(0)
  const placed = useRef<InsertedMark[]>([])
  const replaceMark = async (before: Promise<void>, { view, file, own }: Pending) => {
    await before
    const stored = await uploadPicture(file)
    placed.current = placed.current.filter((other) => other !== own)
    const alt = toAltText(file.name)
    if (!stored.ok) {
      const changes = removeMark(view.state.doc.toString(), own, placed.current)
      if (changes) view.dispatch({ changes })
    } else if (settle(view, own.mark, `![${alt}](${stored.path})`)) onAdded({ path: stored.path, alt })
    if (!stored.ok) setFailures((others) => [...others, pictureNotAdded(file.name, sayUploadFailure(stored))])
    setPending((number) => number - 1)
  }
  const add = (view: EditorView, files: File[], place = findPlaceForPicture(view)) => {
    setFailures([])
    if (count.current === 0) skipMarks(view, (text) => placed.current.some(({ mark }) => text.includes(mark)))
    let at = place
    for (const file of files) {
      const { own, end } = insert(view, at, toMark(file.name, (count.current += 1)))
      at = { from: end, to: end, hasCaret: at.hasCaret }
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
  own: InsertedMark
}

/**
 * Returns the files that were pasted. Empty beside a text, because some programs add a picture of it. The name of a file
 * is no such text.
 */
export function listFiles(data: DataTransfer): File[] {
  const [text, files] = [data.getData('text/plain').trim(), [...data.files]]
  return text === '' || files.some(({ name }) => name === text) ? files : []
}

/** A place for a picture. The text from `from` to `to` makes room; the caret follows the picture if it was there. */
interface Place {
  from: number
  to: number
  hasCaret: boolean
}

/** Returns the place for a picture at the caret. Selected words stay above it. */
function findPlaceForPicture({ state }: EditorView): Place {
  const { head, empty } = state.selection.main
  const isWithin = findAround(state, head, WHOLE) !== undefined
  const at = empty && !isWithin ? head : findPlaceForBlock(state)
  return { from: at, to: at, hasCaret: true }
}

/** Returns the place for a picture that is pasted: it replaces the selected words, as any paste does. */
export function findPlaceForPaste(view: EditorView): Place {
  const { from, to } = view.state.selection.main
  const isWithin = [from, to].some((at) => findAround(view.state, at, WHOLE))
  return from === to || isWithin ? findPlaceForPicture(view) : { from, to, hasCaret: true }
}

/** Returns the place for a picture that is dropped at a point of the screen. What is selected stays selected. */
export function findPlaceForDrop(view: EditorView, { clientX: x, clientY: y }: MouseEvent): Place {
  const at = view.posAtCoords({ x, y }, false)
  const place = findAround(view.state, at, WHOLE) ? findPlaceForBlock(view.state, { from: at, to: at }) : at
  return { from: place, to: place, hasCaret: false }
}

// A step back from a stored picture would bring its mark, for which no upload is under way any more.
function skipMarks(view: EditorView, isPending: (text: string) => boolean): void {
  const listener = EditorView.updateListener.of(({ transactions, state }) => {
    const back = transactions.some((each) => each.isUserEvent('undo'))
    if (!back && !transactions.some((each) => each.isUserEvent('redo'))) return
    const text = state.doc.toString()
    if (withoutMarks(text) !== text && !isPending(text)) queueMicrotask(() => (back ? undo : redo)(view))
  })
  view.dispatch({ effects: StateEffect.appendConfig.of(listener) })
}

function insert(view: EditorView, place: Place, mark: string): { own: InsertedMark; end: number } {
  const text = view.state.doc.toString()
  const to = toInsertionPoint(text, place.to)
  const from = to === place.to ? place.from : to
  const gaps = toGaps({ before: text.slice(0, from), after: text.slice(to) })
  const inserted = gaps.before + mark + gaps.after
  const end = from + inserted.length
  const changes = { from, to, insert: inserted }
  view.dispatch({ changes, ...(place.hasCaret && { selection: { anchor: end }, scrollIntoView: true }) })
  return { own: { mark, gaps, replaced: text.slice(from, to) }, end }
}

// Returns false if the author has deleted the mark. If the author has not typed since, the caret moves into the
// description.
function settle(view: EditorView, mark: string, picture: string): boolean {
  const text = view.state.doc.toString()
  const from = text.indexOf(mark)
  if (from === -1) return false
  const to = from + mark.length
  const { head, empty } = view.state.selection.main
  const hasCaretStayed = empty && head >= to && text.slice(to, head).trim() === ''
  const alt = /^!\[(.*?)\]/.exec(picture)?.[1] ?? ''
  const selection = { anchor: from + 2, head: from + 2 + alt.length }
  const changes = { from, to, insert: picture }
  view.dispatch({ changes, ...(hasCaretStayed && { selection }) })
  return true
}
