import { Form, Link } from 'react-router'
import { toMoment, toShortDate } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { type Share, type SharedDraft, SHARE_DAYS } from './sharing.ts'

interface ShareViewProps {
  draft: SharedDraft
  /** The path of the form in which the draft is written. */
  back: string
  busy: boolean
  outcome: { title: string; description?: string; tone: 'ok' | 'bad' } | undefined
}

/** The screen that makes links to a draft, for people without an account, and withdraws them. */
export function ShareView({ draft, back, busy, outcome }: ShareViewProps) {
  return (
    <>
      <p className="mb-4 text-small">
        <Link className="link" to={back}>
          Back to the text
        </Link>
      </p>
      <section className="panel max-w-narrow">
        <h2 className="wrap-anywhere">Share “{draft.title.trim() || 'Untitled'}”</h2>
        <p className="panel-lead">
          Everybody with the link reads the draft as it is saved now and later, without an account. No search
          engine lists it. Once the article is public, the link leads to it.
        </p>
        <Form method="post" className="flex flex-wrap items-end gap-3">
          <label className="grid gap-1 text-small">
            The link works for
            <select className="input" name="days">
              {SHARE_DAYS.map((days) => (
                <option key={days} value={days}>
                  {days === 1 ? '1 day' : `${days} days`}
                </option>
              ))}
            </select>
          </label>
          <Button isPrimary intent="share" busy={busy} busyText="Making it...">
            Make a link
          </Button>
        </Form>
      </section>
      {draft.shares.length > 0 && (
        <section className="panel mt-5 max-w-narrow" aria-labelledby="links">
          <h2 id="links">Links</h2>
          <ul className="grid gap-5">
            {draft.shares.map((share) => (
              <ShareItem key={share.id} share={share} busy={busy} />
            ))}
          </ul>
        </section>
      )}
      {!busy && outcome && <Toast {...outcome} />}
    </>
  )
}

const ShareItem = ({ share: { id, url, madeAt, endsAt }, busy }: { share: Share; busy: boolean }) => (
  <li className="grid gap-2">
    <Copyable label={`Made ${toShortDate(madeAt)}, ends ${toMoment(endsAt)}`} value={url} />
    <Form method="post">
      <input type="hidden" name="shareId" value={id} />
      <Button intent="withdraw" busy={busy}>
        Withdraw
      </Button>
    </Form>
  </li>
)
