/** What the address of no article shows (spec §2, article page). */
export function ArticleNotFound() {
  return (
    <div className="wrap py-gap">
      <div className="lost">
        <p className="kicker">404</p>
        <h1 className="headline">Article Not Found</h1>
        <p className="deck">The article you're looking for doesn't exist or has been removed.</p>
        <a className="button" href="/">
          Back to Home
        </a>
      </div>
    </div>
  )
}
