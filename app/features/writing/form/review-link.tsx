import { Button } from '../../../ui/button.tsx'
import { useMay } from '../../../shell/use-may.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { toReviewPath } from '../approval/approval.ts'
import type { ShownReview } from '../drafts/drafts.ts'
import { SavedLink } from '../drafts/saved-link.tsx'
import { reviewStates } from '../messages.ts'

interface ReviewLinkProps {
  /** The id of the draft, or of the article. */
  id: string
  review: ShownReview | null | undefined
  /** True if something was saved after the review was read. */
  isChanged: boolean
  saver: Parameters<typeof SavedLink>[0]['saver']
}

/** The state of the review of a text. It leads to the screen of the review. */
export const ReviewLink = ({ id, review, isChanged, saver }: ReviewLinkProps) =>
  review && (
    <SavedLink to={toReviewPath(id)} saver={saver}>
      {reviewStates[review === 'approved' && isChanged ? 'stale' : review]}
    </SavedLink>
  )

/** Submits the text. A person who may review has it only if a site asks for a second pair of eyes. */
export function SubmitButton({ sites, isBusy }: { sites: TargetSite[]; isBusy: boolean }) {
  const [mayPublish, mayReview] = [useMay('publish'), useMay('review')]
  const isOffered = mayPublish && (!mayReview || sites.some(({ isReviewed }) => isReviewed))
  return (
    isOffered && (
      <Button busy={isBusy} intent="submit">
        Submit for review
      </Button>
    )
  )
}
