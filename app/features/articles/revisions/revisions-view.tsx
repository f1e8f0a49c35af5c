import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Toast } from '../../../ui/toast.tsx'
import { ComparisonView } from './comparison-view.tsx'
import { type ListedRevision, RevisionList } from './revision-list.tsx'
import {
  type Comparison,
  type History,
  type Places,
  type RevisionKey,
  toKeyText,
  type VariationHistory,
} from './revisions.ts'
import styles from './revisions.module.css'

interface RevisionsViewProps {
  /** The name of the main site. */
  mainSite: string
  history: History
  comparison: Comparison | undefined
  places: Places
  /** The path of the form in which the text is written. */
  back: string
  busy: boolean
  refusal: string | undefined
  /** The toast after a variation was restored, or a publish was undone. */
  done: { title: string; description: string } | undefined
  /** What can be undone. */
  children: ReactNode
}

/**
 * The screen with all states of an article and its variations, with their authors, changes and sites. A press on one
 * compares it with the one before, beside the list.
 */
export function RevisionsView(props: RevisionsViewProps) {
  const { history, comparison, places, back, busy, refusal, done } = props
  const { id, revisions, variations } = history
  const current = comparison && toKeyText(comparison.to.key)
  return (
    <>
      <p className="mb-4 text-small">
        <Link className="link" to={back}>
          Back to the text
        </Link>
      </p>
      <div className={styles.columns}>
        <div className={styles.states}>
          <section className="panel" aria-labelledby="history">
            <h2 id="history" className="wrap-anywhere">
              Revisions of “{history.title.trim() || 'Untitled'}”
            </h2>
            {revisions.length === 0 && (
              <p className="text-muted">
                None yet. Each publish makes one, and so does Save Draft. What is saved while you type does
                not.
              </p>
            )}
            <RevisionList
              id={id}
              revisions={listOfArticle(history, places, props.mainSite)}
              {...{ current, busy }}
            />
          </section>
          {props.children}
          {variations.map((variation) => (
            <section
              key={variation.siteId}
              className="panel"
              aria-labelledby={`variation-${variation.siteId}`}
            >
              <h2 id={`variation-${variation.siteId}`} className="wrap-anywhere">
                Variations for {variation.siteName}
              </h2>
              <RevisionList
                id={id}
                revisions={listOfSite(history, variation, places)}
                {...{ current, busy }}
              />
            </section>
          ))}
        </div>
        {revisions.length + variations.length > 1 && (
          <section className={`panel ${styles.texts}`} aria-labelledby="compare">
            <h2 id="compare">Compare</h2>
            <ChooseTwo history={history} comparison={comparison} />
            {comparison && <ComparisonView {...comparison} names={toNames(history, comparison)} />}
          </section>
        )}
      </div>
      {!busy && refusal && <Toast title="Not restored" description={refusal} tone="bad" />}
      {!busy && done && <Toast {...done} tone="ok" />}
    </>
  )
}

function listOfArticle({ revisions }: History, { live, sites }: Places, mainSite: string): ListedRevision[] {
  return revisions.map((revision, index) => {
    const { number } = revision
    const older = revisions[index + 1]
    const names = (sites[number] ?? []).map(({ name, variation }) =>
      variation === null ? name : `${name} (as variation ${variation})`,
    )
    return {
      revision,
      key: { siteId: null, number },
      name: `revision ${number}`,
      places: number === live ? [mainSite, ...names] : names,
      before: older && { siteId: null, number: older.number },
      isNewest: index === 0,
    }
  })
}

// The first variation is compared with the text on the main site.
function listOfSite(
  { revisions: [newest] }: History,
  { siteId, siteName, revisions }: VariationHistory,
  { live, sites }: Places,
): ListedRevision[] {
  const own = Object.values(sites)
    .flat()
    .find((site) => site.siteId === siteId)
  const original = live ?? newest?.number
  return revisions.map((revision, index) => {
    const { number } = revision
    const older = revisions[index + 1]
    const first = original === undefined ? undefined : { siteId: null, number: original }
    return {
      revision,
      key: { siteId, number },
      name: `variation ${number} for ${siteName}`,
      places: own?.variation === number ? [siteName] : [],
      before: older ? { siteId, number: older.number } : first,
      isNewest: index === 0,
    }
  })
}

const toNames = (history: History, { from, to }: Comparison): [string, string] => [
  toName(history, from.key),
  toName(history, to.key),
]

function toName({ variations }: History, { siteId, number }: RevisionKey): string {
  if (siteId === null) return `Revision ${number}`
  const site = variations.find((variation) => variation.siteId === siteId)
  return `Variation ${number} for ${site?.siteName}`
}

function ChooseTwo({ history, comparison }: Pick<RevisionsViewProps, 'history' | 'comparison'>) {
  const chosen = {
    from: comparison && toKeyText(comparison.from.key),
    to: comparison && toKeyText(comparison.to.key),
  }
  return (
    <Form key={`${chosen.from} ${chosen.to}`} className={styles.choose} preventScrollReset>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          {name === 'from' ? 'Revision' : 'with revision'}
          <select className="input" name={name} defaultValue={chosen[name]}>
            <Options history={history} />
          </select>
        </label>
      ))}
      <button type="submit" className="button">
        Compare
      </button>
    </Form>
  )
}

const Options = ({ history: { revisions, variations } }: { history: History }) => (
  <>
    {revisions.map(({ number }) => (
      <option key={number}>{number}</option>
    ))}
    {variations.map(({ siteId, siteName, revisions: own }) => (
      <optgroup key={siteId} label={`Variations for ${siteName}`}>
        {own.map(({ number }) => (
          <option key={number} value={toKeyText({ siteId, number })}>
            {`${number} for ${siteName}`}
          </option>
        ))}
      </optgroup>
    ))}
  </>
)
