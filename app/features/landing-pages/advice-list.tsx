import { Link } from 'react-router'
import type { ListedPage } from './landing-pages.ts'
import { listAdvice } from './messages.ts'

/** What keeps a page from more points, with the way to where it is mended; nothing for one that lacks nothing. */
export function AdviceList({ page }: { page: ListedPage }) {
  const advice = listAdvice(page)
  if (advice.length === 0) return null
  return (
    <ul className="landing-advice">
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
