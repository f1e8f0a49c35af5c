import { type ComparedTexts, compareLines, type Stretch } from './compare-lines.ts'
import styles from './revisions.module.css'

/** A table of two texts side by side, line by line. It needs no script. */
export const TextLines = ({ from, to, names }: ComparedTexts) => (
  <table className={styles.comparison}>
    <caption className="sr-only">The text</caption>
    <thead>
      <tr>
        <th scope="col">{names[0]}</th>
        <th scope="col">{names[1]}</th>
      </tr>
    </thead>
    <tbody>
      {compareLines(from, to).map((stretch, index, all) => (
        <StretchRow
          key={stretch.at.join(' ')}
          stretch={stretch}
          isFirst={index === 0}
          isLast={index === all.length - 1}
        />
      ))}
    </tbody>
  </table>
)

const CONTEXT = 3

function StretchRow({ stretch, isFirst, isLast }: { stretch: Stretch; isFirst: boolean; isLast: boolean }) {
  if (!stretch.isSame)
    return (
      <tr>
        <td>{stretch.from.length > 0 && <del>{stretch.from.join('\n')}</del>}</td>
        <td>{stretch.to.length > 0 && <ins>{stretch.to.join('\n')}</ins>}</td>
      </tr>
    )
  const [head, tail] = [isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT]
  const left = stretch.from.length - head - tail
  if (left < 2) return <SameLines lines={stretch.from} />
  return (
    <>
      {head > 0 && <SameLines lines={stretch.from.slice(0, head)} />}
      <tr className={styles.left}>
        <td colSpan={2}>{left.toLocaleString('en-US')} lines are the same</td>
      </tr>
      {tail > 0 && <SameLines lines={stretch.from.slice(-tail)} />}
    </>
  )
}

const SameLines = ({ lines }: { lines: string[] }) => (
  <tr>
    <td>{lines.join('\n')}</td>
    <td>{lines.join('\n')}</td>
  </tr>
)
