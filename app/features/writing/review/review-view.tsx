import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { useMay } from '../../../shell/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { reviewRefusals, sayApproval, sayReview } from './messages.ts'
import { NotedTextPanel } from './noted-text.tsx'
import { MESSAGE_LENGTH, type ReviewedText } from './review.ts'

interface ReviewViewProps {
  reviewed: ReviewedText
  busy: boolean
  toast: string | undefined
  error?: string | undefined
  /** What was typed into a form that was refused. */
  message?: string | undefined
  body?: string | undefined
  /** The number of the line that a note is written on; undefined for none. */
  noting: number | 'whole' | undefined
  /** What a model wrote for sites, with the differences to the article. */
  variations: VariationProps[]
  /** The differences to the text that was seen before. */
  children: ReactNode
}

/** The screen on which a text is read before readers see it: its state, what changed, and the decision of a reviewer. */
export function ReviewView({ reviewed, busy, toast, error, message, children, ...props }: ReviewViewProps) {
  const { variations, ...noting } = props
  const { review, title, planned, back } = reviewed
  return (
    <div className="grid max-w-wide gap-5">
      <p className="text-small">
        <Link className="link" to={back}>
          Back to the text
        </Link>
      </p>
      {error && <Notice>{error}</Notice>}
      <section className="panel" aria-labelledby="review">
        <h2 id="review" className="wrap-anywhere">
          “{title.trim() || 'Untitled'}”
        </h2>
        {planned !== undefined && <p>This is the text of a plan.</p>}
        <p>{sayReview(review)}</p>
        <Approvals reviewed={reviewed} />
        {review?.message && (
          <blockquote className="my-3 border-s-2 ps-3 wrap-anywhere whitespace-pre-wrap">
            {review.message}
          </blockquote>
        )}
        <Decide reviewed={reviewed} busy={busy} message={message} />
      </section>
      {children && (
        <section className="panel" aria-labelledby="changes">
          <h2 id="changes">What changed</h2>
          {children}
        </section>
      )}
      {variations.map((variation) => (
        <Variation key={variation.name} {...variation} busy={busy} />
      ))}
      <NotedTextPanel noted={reviewed.noted} busy={busy} {...noting} />
      {toast && !busy && <Toast title={toast} tone="ok" />}
    </div>
  )
}

// Of a text that waits for others, or was never submitted.
const Approvals = ({ reviewed: { review, approvals } }: Pick<ReviewViewProps, 'reviewed'>) =>
  review?.state !== 'approved' &&
  approvals.map((approval) => <p key={sayApproval(approval)}>{sayApproval(approval)}</p>)

interface VariationProps {
  siteName: string
  /** Names it in the form. */
  name: string
  changes: ReactNode
}

/** A variation that a model wrote, which its site does not have yet. */
const Variation = ({ siteName, name, changes, busy }: VariationProps & { busy: boolean }) => (
  <section className="panel" aria-labelledby={`variation-${name}`}>
    <h2 id={`variation-${name}`}>A language model wrote this for {siteName}</h2>
    {changes}
    {useMay('review') && (
      <Form method="post" className="mt-4" preventScrollReset>
        <input type="hidden" name="variation" value={name} />
        <Button intent="approve-variation" busy={busy}>
          Approve it for {siteName}
        </Button>
      </Form>
    )}
  </section>
)

/** What a reviewer decides, and how the writer takes the text back. */
function Decide({ reviewed, busy, message }: Pick<ReviewViewProps, 'reviewed' | 'busy' | 'message'>) {
  const { review, seen, planned, isOwn } = reviewed
  const isWaiting = review?.state === 'waiting'
  return (
    <>
      {useMay('review') && (
        <Form method="post" className="mt-4 grid gap-3" preventScrollReset>
          <input type="hidden" name="seen" value={seen} />
          {planned !== undefined && <input type="hidden" name="planned" value={planned} />}
          <TextArea
            label="To the writer"
            name="message"
            rows={3}
            maxLength={MESSAGE_LENGTH}
            defaultValue={message}
          />
          <p className="flex flex-wrap gap-3">
            {!isOwn && (
              <Button isPrimary intent="approve" busy={busy}>
                Approve
              </Button>
            )}
            <Button intent="changes" busy={busy}>
              Ask for changes
            </Button>
          </p>
          {isOwn && <p className="text-small text-muted">{reviewRefusals['own-text']}</p>}
        </Form>
      )}
      {isWaiting && isOwn && (
        <Form method="post" className="mt-3">
          <Button intent="withdraw" busy={busy}>
            Take it back
          </Button>
        </Form>
      )}
    </>
  )
}
