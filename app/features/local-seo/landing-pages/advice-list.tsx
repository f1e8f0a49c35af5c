import { Link } from 'react-router'
import type { ListedPage } from './landing-pages.ts'
import { listAdvice } from './messages.ts'
import styles from './landing-pages.module.css'

/**
 * Lists the changes that would improve the score of a page, with links to the cities to edit. Empty if there are none.
 */
export function AdviceList({ page }: { page: ListedPage }) {
  const advice = listAdvice(page)
  if (advice.length === 0) return null
  return (
    <ul className={styles.advice}>
      {advice.map(({ sentence, cityId }) => (
        <li key={sentence}>
          {cityId ? (
            <Link className="link" to={`/manage-cities/${cityId}`}>
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </li>
      ))}
    </ul>
  )
}
