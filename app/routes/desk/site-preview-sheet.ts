import { toFaceSheet } from '../../features/delivery/faces/face-sheet.ts'
import { parseFace, readFaceForm } from '../../features/delivery/faces/faces.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/site-preview-sheet'

export const handle: RouteFacts = { access: 'screen', right: 'set_up' }

/** Answers with the style sheet of the look in the address. It depends on nothing else. */
export function loader({ url }: Route.LoaderArgs) {
  const css = toFaceSheet(parseFace(readFaceForm(url.searchParams)).face)
  return new Response(css, { headers: { 'content-type': 'text/css; charset=utf-8' } })
}
