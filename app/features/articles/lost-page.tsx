interface LostPageProps {
  /** Which status the page has. */
  status?: 404 | 503
  title: string
  text: string
}

/** A page that says why there is nothing here, beside a picture that is always the same. */
export function LostPage({ status = 404, title, text }: LostPageProps) {
  return (
    <div className="wrap lost">
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
