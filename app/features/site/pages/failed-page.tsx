import styles from './failed-page.module.css'

interface FailedPageProps {
  status?: 404 | 503
  title: string
  text: string
}

/** Shows the reason why a page cannot be shown, beside a cover that is always the same. */
export function FailedPage({ status = 404, title, text }: FailedPageProps) {
  return (
    <div className={`wrap ${styles.page}`}>
      <div>
        <p className="kicker">{status}</p>
        <h1 className="headline">{title}</h1>
        <p className="deck">{text}</p>
        <a className="button" href="/">
          Back to Home
        </a>
      </div>
      <div className="cover">
        <img src="/covers/default-00000404.svg" alt="" width={800} height={500} />
      </div>
    </div>
  )
}
