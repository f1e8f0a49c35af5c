import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'

interface ReviewRulesPanelProps {
  sites: { id: string; name: string }[]
  /** The ids of the sites that ask for a second pair of eyes. */
  reviewed: string[]
  /** The number of other people who may review. */
  reviewers: number
  busy: boolean
}

/** The form with the sites on which nobody publishes a text alone. */
export const ReviewRulesPanel = ({ sites, reviewed, reviewers, busy }: ReviewRulesPanelProps) => (
  <section className="panel" aria-labelledby="second-pair">
    <h2 id="second-pair">A second pair of eyes</h2>
    <p className="panel-lead">
      On these sites, a text needs the approval of somebody who did not write it. Owners and editors approve.
      A planned text waits for it.
    </p>
    <Form method="post" className="grid gap-3">
      {sites.map(({ id, name }) => (
        <label key={id} className="flex items-center gap-2">
          <input type="checkbox" name="siteIds" value={id} defaultChecked={reviewed.includes(id)} />
          {name}
        </label>
      ))}
      {reviewers === 0 && (
        <p className="text-small text-warn">
          Nobody else is an owner or an editor here. You could not publish your own texts on these sites.
        </p>
      )}
      <p>
        <Button intent="review-rules" busy={busy}>
          Save
        </Button>
      </p>
    </Form>
  </section>
)
