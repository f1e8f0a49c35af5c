import type { RefObject } from 'react'
import { useFrameFocus } from './use-frame-focus.ts'
import styles from '../writing.module.css'

interface PreviewPaneProps {
  frame: RefObject<HTMLIFrameElement | null>
  /** The reason why the preview is out of date, as a sentence. */
  problem: string | undefined
  onReady: () => void
  /** The main site, and the sites that the article goes to. */
  sites: { id: string; name: string; kind: string }[]
}

// Same origin, so that the screen can fill the frame. Without `allow-scripts` no script runs in it.
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Shows the article as readers will see it. */
export function PreviewPane({ frame, problem, onReady, sites }: PreviewPaneProps) {
  const isFocused = useFrameFocus(frame)
  return (
    <section
      className={`${styles.preview} needs-scripts`}
      aria-labelledby="preview-title"
      data-focused={isFocused || undefined}
    >
      <div className={styles.previewHead}>
        <h2 id="preview-title">Preview</h2>
        {sites.length > 1 && (
          <select className="input" name="previewSite" aria-label="Site of the preview" defaultValue="">
            {sites.map(({ id, name, kind }) => (
              <option key={id} value={kind === 'main' ? '' : id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <output>{problem}</output>
      </div>
      <iframe
        ref={frame}
        title="The article as readers will see it"
        src="/publisher/preview"
        sandbox={SANDBOX}
        onLoad={onReady}
      />
    </section>
  )
}
