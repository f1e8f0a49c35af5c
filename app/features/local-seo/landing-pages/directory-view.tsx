import { useSay } from '../../../ui/language.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import type { Directory, DirectoryLink } from './directory.ts'
import styles from './directory-view.module.css'

/** The home page of an account's own domain. It links to each city's and each service's landing pages. */
export function DirectoryView({ siteName, directory }: { siteName: string; directory: Directory }) {
  const say = useSay()
  const { services, states, page, pageCount } = directory
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className="headline text-headline">{siteName}</h1>
      {states.length === 0 && <p className="deck">{say('There are no pages here yet.')}</p>}
      {services.length > 0 && (
        <section aria-labelledby="services">
          <h2 id="services" className="section-title">
            {say('Services')}
          </h2>
          <Links links={services} />
        </section>
      )}
      {states.map(({ name, cities }) => (
        <section key={name}>
          <h2 className="section-title">{name}</h2>
          <Links links={cities} />
        </section>
      ))}
      <Pagination page={page} pageCount={pageCount} pathname="/" />
    </div>
  )
}

const Links = ({ links }: { links: DirectoryLink[] }) => (
  <ul className={styles.links}>
    {links.map(({ name, path }) => (
      <li key={path}>
        <a href={path}>{name}</a>
      </li>
    ))}
  </ul>
)
