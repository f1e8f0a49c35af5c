import { operatorContext } from '../../features/accounts/guard.server.ts'
import { saveUpload } from '../../features/uploads/commands.server.ts'
import { tooManyUploads, uploadRefusals } from '../../features/uploads/messages.ts'
import { findRoomTaken } from '../../features/uploads/queries.server.ts'
import { limitUploads, UPLOAD_LIMITS, uploadPath } from '../../features/uploads/uploads.ts'
import { countAttempt } from '../../platform/rate-limits.server.ts'
import { toProblem } from '../../shared/problem.ts'
import type { Route } from './+types/uploads'

/** How much room the account's pictures take, and how much they may. */
export async function loader({ context }: Route.LoaderArgs) {
  const taken = await findRoomTaken(context.get(operatorContext))
  const { accountPictures: pictures, accountBytes: bytes } = UPLOAD_LIMITS
  return Response.json({ taken, limit: { pictures, bytes } })
}

/** Takes a picture, the body being the file itself, and answers with its address. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const waitS = await countAttempt(limitUploads(operator))
  if (waitS > 0) {
    const headers = { 'retry-after': String(waitS) }
    return toProblem(429, { code: 'too_many_uploads', message: tooManyUploads(waitS) }, headers)
  }
  const saved = await saveUpload(operator, () => request.bytes())
  if (!saved.ok) {
    const { status, message } = uploadRefusals[saved.reason]
    return toProblem(status, { code: saved.reason.replaceAll('-', '_'), message })
  }
  const { id, ...size } = saved.upload
  return Response.json({ path: uploadPath(id, size), ...size }, { status: 201 })
}
