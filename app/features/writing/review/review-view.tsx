import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { useMay } from '../../../shell/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { reviewRefusals, sayReview } from './messages.ts'
import { MESSAGE_LENGTH, type ReviewedText } from './review.ts'

interface ReviewViewProps {
  reviewed: ReviewedText
  busy: boolean
  toast: string | undefined
  error: string | undefined
  /** What was typed into a form that was refused. */
  message: string | undefined
  /** The differences to the text that was seen before. */
  children: ReactNode
}

/** The screen on which a text is read before readers see it: its state, what changed, and the decision of a reviewer. */
export function ReviewView({ reviewed, busy, toast, error, message, children }: ReviewViewProps) {
  const { review, title, text, planned, back } = reviewed
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
        {review?.message && (
          <blockquote className="my-3 border-s-2 ps-3 wrap-anywhere whitespace-pre-wrap">
            {review.message}
          </blockquote>
        )}
        <Decide reviewed={reviewed} busy={busy} message={message} />
      </section>
      <section className="panel" aria-labelledby="changes">
        <h2 id="changes">{children ? 'What changed' : 'The text'}</h2>
        {children ?? (
          <pre dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text.content}
          </pre>
        )}
      </section>
      {toast && !busy && <Toast title={toast} tone="ok" />}
    </div>
  )
}

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
