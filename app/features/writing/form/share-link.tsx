import type { RefObject } from 'react'
import { Toast } from '../../../ui/toast.tsx'
import type { DraftSaver } from '../drafts/draft-saver.ts'
import { toSharePath } from '../drafts/drafts.ts'
import { SavedLink } from '../drafts/saved-link.tsx'
import { useShareLink } from './use-share-link.ts'

interface ShareLinkProps {
  /** The id of the draft, or of the article. */
  id: string
  saver: RefObject<DraftSaver | undefined>
}

/** Copies a link that shows the draft to people without an account, and leads to the screen with all links to it. */
export function ShareLink({ id, saver }: ShareLinkProps) {
  const { outcome, copy } = useShareLink(id, () => saver.current?.save())
  return (
    <>
      <button type="button" className="button needs-scripts" onClick={copy}>
        Share
      </button>
      <SavedLink to={toSharePath(id)} saver={saver}>
        Shared links
      </SavedLink>
      {outcome && <Toast {...outcome} />}
    </>
  )
}
