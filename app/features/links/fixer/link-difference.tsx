import type { LinkInPlace } from './fixer.ts'
import styles from './fixer.module.css'

/** Shows a link in its sentence. The characters that the link adds to the Markdown are marked as inserted. */
export const LinkDifference = ({ link: { before, words, after, target } }: { link: LinkInPlace }) => (
  <li>
    <p>
      {before}
      <ins>
        <span aria-hidden="true">[</span>
        <b>{words}</b>
        <span aria-hidden="true">]({toShort(target)})</span>
      </ins>
      {after}
    </p>
    <p className={styles.differenceTarget}>
      leads to{' '}
      <a className="link" href={target} target="_blank" rel="noopener noreferrer">
        {target}
      </a>
    </p>
  </li>
)

const SHORT = 24
const toShort = (target: string) => (target.length > SHORT ? '…' : target)
