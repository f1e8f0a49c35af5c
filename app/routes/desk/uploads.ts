import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { saveUpload } from '../../features/articles/pictures/commands.server.ts'
import { tooManyUploads, uploadRefusals } from '../../features/articles/pictures/messages.ts'
import { findRoomTaken } from '../../features/articles/pictures/queries.server.ts'
import { limitUploads, UPLOAD_LIMITS, uploadPath } from '../../features/articles/pictures/pictures.ts'
import { consumeRateLimits } from '../../platform/rate-limits.server.ts'
import { toProblem } from '../../shared/problem.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/uploads'

export const handle: RouteFacts = { access: 'screen', right: 'write', takes: 'files' }

/** Returns the number of the account's pictures, their bytes, and the limits of both. */
export async function loader({ context }: Route.LoaderArgs) {
  const taken = await findRoomTaken(context.get(operatorContext))
  const { accountPictures: pictures, accountBytes: bytes } = UPLOAD_LIMITS
  return Response.json({ taken, limit: { pictures, bytes } })
}

/** Stores a picture, whose file is the body itself and whose name is `?name=`, and answers with its URL. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const waitS = await consumeRateLimits(limitUploads(operator))
  if (waitS > 0) {
    const headers = { 'retry-after': String(waitS) }
    return toProblem(429, { code: 'too_many_uploads', message: tooManyUploads(waitS) }, headers)
  }
  const saved = await saveUpload(operator, () => request.bytes(), url.searchParams.get('name') ?? '')
  if (!saved.ok) {
    const { status, message } = uploadRefusals[saved.reason]
    return toProblem(status, { code: saved.reason.replaceAll('-', '_'), message })
  }
  const { id, ...size } = saved.upload
  return Response.json({ path: uploadPath(id, size), ...size }, { status: 201 })
}
