import { type RefObject, useRef } from 'react'
import { PREVIEW_PAGES, type FaceFormValues, toPreviewPath } from './faces.ts'
import { useFacePreview } from './use-face-preview.ts'
import styles from './faces.module.css'

interface FacePreviewProps {
  siteId: string
  typed: FaceFormValues
  form: RefObject<HTMLFormElement | null>
}

// Without `allow-scripts` no script runs in it.
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

const TITLES = { home: 'Home', article: 'Article', phone: 'On a phone' }

/** Shows the pages of a site with the look in its form, before it is saved. */
export function FacePreview({ siteId, typed, form }: FacePreviewProps) {
  const frames = useRef<HTMLDivElement>(null)
  useFacePreview(siteId, form, frames)
  return (
    <div ref={frames} className={styles.previews}>
      {PREVIEW_PAGES.map((page) => (
        <figure key={page} className={page === 'phone' ? styles.phone : styles.desktop}>
          <figcaption className="text-small text-muted">{TITLES[page]}</figcaption>
          <div>
            <iframe
              title={`Preview: ${TITLES[page]}`}
              src={toPreviewPath(siteId, page, typed)}
              sandbox={SANDBOX}
              data-page={page}
            />
          </div>
        </figure>
      ))}
    </div>
  )
}
