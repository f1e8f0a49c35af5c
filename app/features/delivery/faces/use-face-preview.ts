import { type RefObject, useEffect } from 'react'
import { PREVIEW_PAGES, readFaceForm, toPreviewPath } from './faces.ts'

const PAUSE_MS = 250

/** Shows the look of a form in its frames when the person pauses. */
export function useFacePreview(
  siteId: string,
  form: RefObject<HTMLFormElement | null>,
  frames: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = form.current
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      if (!element) return
      const typed = readFaceForm(new FormData(element))
      for (const page of PREVIEW_PAGES) {
        const frame = frames.current?.querySelector<HTMLIFrameElement>(`[data-page="${page}"]`)
        // Not by `src`, which would add a page to the history of the tab.
        frame?.contentWindow?.location.replace(toPreviewPath(siteId, page, typed))
      }
    }
    const showSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(show, PAUSE_MS)
    }
    element?.addEventListener('input', showSoon)
    return () => {
      clearTimeout(timer)
      element?.removeEventListener('input', showSoon)
    }
  }, [siteId, form, frames])
}
