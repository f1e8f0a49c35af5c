/** A page that says that there is nothing here, beside a picture that is always the same. */
export function LostPage({ title, text }: { title: string; text: string }) {
  return (
    <div className="wrap lost">
      <div>
        <p className="kicker">404</p>
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
