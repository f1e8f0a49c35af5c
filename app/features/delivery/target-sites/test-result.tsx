import { toTestSentence } from './messages.ts'
import type { ConnectionTest } from './target-sites.ts'

/** Shows the result of a test of the connection; screen readers announce it. */
export function TestResult({ test }: { test: ConnectionTest }) {
  return (
    <div
      role={test.ok ? 'status' : 'alert'}
      data-answer
      className={`panel border-s-4 ${test.ok ? 'border-s-ok' : 'border-s-bad'}`}
    >
      <p className="font-semibold">{toTitle(test)}</p>
      <p className="mt-1 max-w-prose wrap-anywhere text-muted">{toTestSentence(test)}</p>
    </div>
  )
}

function toTitle(test: ConnectionTest): string {
  if (!test.ok) return 'The connection does not work'
  return test.name === null ? 'The connection works' : `The connection works: “${test.name}”`
}
