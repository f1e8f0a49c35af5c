import { Children } from 'react'
import {
  type ComparedTexts,
  compareLines,
  compareWords,
  type Stretch,
  type WordPart,
} from './compare-lines.ts'
import styles from './revisions.module.css'

/** Two texts side by side by lines, with the words that differ, as a table: it needs no script. */
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
  if (!stretch.isSame) return <ChangedLines stretch={stretch} />
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

function ChangedLines({ stretch }: { stretch: Stretch }) {
  const { from, to } = compareWords(stretch.from.join('\n'), stretch.to.join('\n'))
  return (
    <tr>
      <td>
        <Words parts={from} mark="del" />
      </td>
      <td>
        <Words parts={to} mark="ins" />
      </td>
    </tr>
  )
}

// A part has no other key than its position.
const Words = ({ parts, mark: Mark }: { parts: WordPart[]; mark: 'del' | 'ins' }) =>
  Children.toArray(parts.map(({ text, isSame }) => (isSame ? text : <Mark>{text}</Mark>)))

const SameLines = ({ lines }: { lines: string[] }) => (
  <tr>
    <td>{lines.join('\n')}</td>
    <td>{lines.join('\n')}</td>
  </tr>
)
