import { type RefObject, useRef, useState } from 'react'
import { UPLOAD_LIMITS } from '../uploads/uploads.ts'
import { toAltText, toInsertionPoint, toMark, toParagraph } from './insert-picture.ts'
import { connectionFailed, pictureNotAdded, pictureTooLarge, signedOut } from './messages.ts'

type Area = HTMLTextAreaElement

/**
 * Puts pictures into a text at the caret: a mark at once, and the picture in its place when it is stored; one after the
 * other, in the order in which they came. What fails leaves no mark, and a sentence.
 */
export function useUploads(area: RefObject<Area | null>) {
  const [pending, setPending] = useState(0)
  const [failures, setFailures] = useState<string[]>([])
  const last = useRef(Promise.resolve())
  const count = useRef(0)
  const replaceMark = async (before: Promise<void>, file: File, mark: string) => {
    await before
    const stored = await upload(file)
    if (area.current) settle(area.current, mark, stored.ok ? toPicture(file, stored.path) : '')
    if (!stored.ok) setFailures((others) => [...others, pictureNotAdded(file.name, stored.message)])
    setPending((number) => number - 1)
  }
  const add = (files: File[]) => {
    setFailures([])
    for (const file of files) {
      if (!area.current) return
      const mark = toMark(file.name, (count.current += 1))
      insert(area.current, mark)
      setPending((number) => number + 1)
      last.current = replaceMark(last.current, file, mark)
    }
  }
  return { pending, failures, add }
}

/** The pictures of what was pasted or dropped; none where it is a text that a picture of it came along with. */
export const listPictures = (data: DataTransfer): File[] =>
  data.types.includes('text/plain') ? [] : [...data.files].filter(({ type }) => type.startsWith('image/'))

function insert(area: Area, mark: string): void {
  const { value, selectionStart, selectionEnd } = area
  const to = toInsertionPoint(value, selectionEnd)
  const from = to === selectionEnd ? selectionStart : to // what is selected makes room
  area.setRangeText(
    toParagraph(mark, { before: value.slice(0, from), after: value.slice(to) }),
    from,
    to,
    'end',
  )
  tell(area)
}

// Whoever has not moved on finds the caret where the description goes.
function settle(area: Area, mark: string, picture: string): void {
  const from = area.value.indexOf(mark)
  if (from === -1) return // the author has taken it away
  const to = from + mark.length
  const isStillThere = area.selectionEnd >= to && area.value.slice(to, area.selectionEnd).trim() === ''
  area.setRangeText(picture, from, to, 'preserve')
  const alt = /^!\[(.*?)\]/.exec(picture)?.[1]
  if (isStillThere && alt !== undefined) area.setSelectionRange(from + 2, from + 2 + alt.length)
  tell(area)
}

// As if it had been typed: the preview, the counts and the kept draft follow.
const tell = (area: Area) => area.dispatchEvent(new Event('input', { bubbles: true }))

const toPicture = (file: File, path: string) => `![${toAltText(file.name)}](${path})`

type Stored = { ok: true; path: string } | { ok: false; message: string }

async function upload(file: File): Promise<Stored> {
  if (file.size > UPLOAD_LIMITS.bytes) return { ok: false, message: pictureTooLarge }
  try {
    const answer = await fetch('/uploads', { method: 'POST', body: file, redirect: 'manual' })
    if (answer.type === 'opaqueredirect') return { ok: false, message: signedOut }
    const { path, message } = (await answer.json()) as { path?: string; message?: string }
    return path ? { ok: true, path } : { ok: false, message: message ?? connectionFailed }
  } catch {
    return { ok: false, message: connectionFailed }
  }
}
