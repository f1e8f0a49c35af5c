import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { toList } from '../../../shared/text.ts'
import { parseUploadPath } from '../../articles/pictures/pictures.ts'
import { type DraftText, readDraftForm } from '../drafts/drafts.ts'

/** What other parts of the screen show of a text. */
export interface TextFacts {
  title: string
  tags: string[]
  /** The path of the first picture in the text that was uploaded here. */
  firstPicture: string | undefined
}

const PAUSE_MS = 300

/** Returns the facts of the text in a form. `refresh` reads them again when the author pauses. */
export function useTextFacts(form: RefObject<HTMLFormElement | null>, start: DraftText) {
  const [facts, setFacts] = useState(() => toFacts(start))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (form.current) setFacts(toFacts(readDraftForm(new FormData(form.current))))
    }, PAUSE_MS)
  }, [form])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { facts, refresh }
}

const toFacts = ({ title, tags, content }: DraftText): TextFacts => ({
  title,
  tags: toList(tags),
  firstPicture: content.match(/\/uploads\/[\w-]+\.webp/g)?.find(parseUploadPath),
})
