import type { RefObject } from 'react'

interface PreviewPaneProps {
  frame: RefObject<HTMLIFrameElement | null>
  /** Why there is no newer one, as a sentence. */
  problem: string | undefined
  onReady: () => void
}

// Same origin, so that the screen can fill it; without `allow-scripts` nothing runs in it all the same.
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** What is being written, as readers will see it. */
export function PreviewPane({ frame, problem, onReady }: PreviewPaneProps) {
  return (
    <section className="publisher-preview needs-scripts" aria-labelledby="preview-title">
      <div className="preview-head">
        <h2 id="preview-title">Preview</h2>
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
