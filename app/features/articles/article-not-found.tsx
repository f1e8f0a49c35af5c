import { LostPage } from './lost-page.tsx'

/** What the address of no article shows (spec §2, article page). */
export function ArticleNotFound() {
  return (
    <LostPage
      title="Article Not Found"
      text="The article you're looking for doesn't exist or has been removed."
    />
  )
}
