/** What any address without a page shows (spec §2, landing page). */
export function NotFoundCard() {
  return (
    <div className="wrap py-gap">
      <div className="lost">
        <p className="kicker">404</p>
        <h1 className="headline">Page Not Found</h1>
        <p className="deck">The page you're looking for doesn't exist.</p>
        <a className="button" href="/">
          Back to Home
        </a>
      </div>
    </div>
  )
}
