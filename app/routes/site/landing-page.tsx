import { data } from 'react-router'
import { NOINDEX } from '../../features/articles/metadata.ts'
import { NotFoundCard } from '../../features/articles/not-found-card.tsx'

export const loader = () => data(null, { status: 404 })

export const meta = () => [{ title: 'Page Not Found' }, NOINDEX]

export default function LandingPage() {
  return <NotFoundCard />
}
