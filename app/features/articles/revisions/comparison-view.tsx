import { type ComponentType, lazy, Suspense } from 'react'
import { useRunsScripts } from '../../../ui/use-runs-scripts.ts'
import type { ComparedTexts } from './compare-lines.ts'
import { textNames } from './messages.ts'
import { type Comparison, listChanged } from './revisions.ts'
import styles from './revisions.module.css'
import { TextLines } from './text-lines.tsx'

/** Two states, and their labels. */
interface ComparisonViewProps extends Comparison {
  names: [string, string]
}

/** Shows two states of an article side by side: a table of the details that differ, then the text. */
export function ComparisonView({ from, to, names }: ComparisonViewProps) {
  const changed = listChanged(from.text, to.text)
  const details = changed.filter((name) => name !== 'content')
  if (changed.length === 0) return <p className="text-muted">Both have the same text.</p>
  return (
    <>
      {details.length > 0 && (
        <table className={`${styles.comparison} ${styles.details}`}>
          <caption className="sr-only">Details that differ</caption>
          <thead>
            <tr>
              <th scope="col">Detail</th>
              <th scope="col">{names[0]}</th>
              <th scope="col">{names[1]}</th>
            </tr>
          </thead>
          <tbody>
            {details.map((name) => (
              <tr key={name}>
                <th scope="row">{textNames[name]}</th>
                <td>{from.text[name] && <del>{from.text[name]}</del>}</td>
                <td>{to.text[name] && <ins>{to.text[name]}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changed.includes('content') && (
        <TextComparison from={from.text.content} to={to.text.content} names={names} />
      )}
    </>
  )
}

// A separate script, which is loaded after the screen. If that fails, the lines stay.
const MergePane = lazy<ComponentType<ComparedTexts>>(() =>
  import('./merge-pane.tsx').then(
    ({ MergePane: loaded }) => ({ default: loaded }),
    () => ({ default: TextLines }),
  ),
)

function TextComparison(texts: ComparedTexts) {
  const runsScripts = useRunsScripts()
  const lines = <TextLines {...texts} />
  return runsScripts ? (
    <Suspense fallback={lines}>
      <MergePane {...texts} />
    </Suspense>
  ) : (
    lines
  )
}
