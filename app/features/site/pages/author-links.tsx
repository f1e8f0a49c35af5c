import { type ComponentProps, Fragment } from 'react'
import { toAuthorNames } from '../../../shared/author-names.ts'
import { authorPath } from '../../articles/articles.ts'
import { useSay } from '../../../ui/language.ts'

interface AuthorLinksProps extends Pick<ComponentProps<'a'>, 'className' | 'rel'> {
  /** The author text of an article. */
  author: string
}

/** Shows the authors of an article as links to their pages: `A, B and C`. */
export function AuthorLinks({ author, ...link }: AuthorLinksProps) {
  const say = useSay()
  const names = toAuthorNames(author)
  const links = names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && (index === names.length - 1 ? say(' and ') : say(', '))}
      <a {...link} href={authorPath(name)}>
        {name}
      </a>
    </Fragment>
  ))
  return names.length === 1 ? links : <span>{links}</span>
}
