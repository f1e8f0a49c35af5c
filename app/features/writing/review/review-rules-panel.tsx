import { Form } from 'react-router'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import type { ReviewRule } from './review.ts'

interface ReviewRulesPanelProps {
  sites: { id: string; name: string }[]
  rules: ReviewRule[]
  /** The number of other people who may review. */
  reviewers: number
  busy: boolean
}

/** The form with the sites on which nobody publishes a text alone, or what a model wrote. */
export const ReviewRulesPanel = ({ sites, rules, reviewers, busy }: ReviewRulesPanelProps) => (
  <section className="panel" aria-labelledby="second-pair">
    <h2 id="second-pair">A second pair of eyes</h2>
    <p className="panel-lead">
      On these sites, a text needs the approval of somebody who did not write it. Owners and editors approve.
      A planned text waits for it.
    </p>
    <Form method="post" className="grid gap-3">
      <AccountField />
      <Sites name="siteIds" sites={sites} ticked={toIds(rules.filter(({ pairs }) => pairs))} />
      {reviewers === 0 && (
        <p className="text-small text-warn">
          Nobody else is an owner or an editor here. You could not publish your own texts on these sites.
        </p>
      )}
      <h3>What a language model wrote</h3>
      <p className="text-muted">
        On these sites, a variation is shown only after an owner or an editor approved it. Until then the site
        has the text of the article. Links and paragraphs are made without a model.
      </p>
      <Sites name="modelSiteIds" sites={sites} ticked={toIds(rules.filter(({ models }) => models))} />
      <p>
        <Button intent="review-rules" busy={busy}>
          Save
        </Button>
      </p>
    </Form>
  </section>
)

const toIds = (rules: ReviewRule[]) => rules.map(({ siteId }) => siteId)

interface SitesProps {
  name: string
  sites: ReviewRulesPanelProps['sites']
  ticked: string[]
}

const Sites = ({ name, sites, ticked }: SitesProps) =>
  sites.map((site) => (
    <label key={site.id} className="flex min-h-6 items-center gap-2">
      <input type="checkbox" name={name} value={site.id} defaultChecked={ticked.includes(site.id)} />
      {site.name}
    </label>
  ))
