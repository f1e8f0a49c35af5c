import type { LeftOut } from '../shared/left-out.ts'

interface FoldedLinesProps {
  title: string
  count: number
  first: LeftOut[]
  isOpen?: boolean
}

/** Shows the lines of a file that add nothing, each with its reason. */
export function FoldedLines({ title, count, first, isOpen = false }: FoldedLinesProps) {
  if (count === 0) return null
  return (
    <details className="panel fold folded-lines" open={isOpen}>
      <summary>
        {title}: {count.toLocaleString('en-US')}
      </summary>
      <ul>
        {first.map(({ line, label, why }) => (
          <li key={line}>
            <span className="text-muted">Line {line.toLocaleString('en-US')}</span>
            <span className="font-[550] wrap-anywhere">{label || '–'}</span>
            <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
      {count > first.length && (
        <p className="text-small text-muted">and {(count - first.length).toLocaleString('en-US')} more</p>
      )}
    </details>
  )
}
