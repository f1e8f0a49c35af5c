import type { LinkInPlace } from './backlink-fixer.ts'

/** A link in its sentence, with what it adds to the Markdown set off from what was there. */
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
    <p className="difference-target">
      leads to{' '}
      <a className="link" href={target} target="_blank" rel="noopener noreferrer">
        {target}
      </a>
    </p>
  </li>
)

const SHORT = 24
const toShort = (target: string) => (target.length > SHORT ? '…' : target)
