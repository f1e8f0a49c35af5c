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
      <p className="mt-1 max-w-prose wrap-anywhere text-muted">{test.detail}</p>
    </div>
  )
}

function toTitle({ ok, name }: ConnectionTest): string {
  if (!ok) return 'The connection does not work'
  return name === null ? 'The connection works' : `The connection works: “${name}”`
}
