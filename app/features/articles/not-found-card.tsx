import { LostPage } from './lost-page.tsx'

/** What any address without a page shows (spec §2, landing page). */
export function NotFoundCard() {
  return <LostPage title="Page Not Found" text="The page you're looking for doesn't exist." />
}
