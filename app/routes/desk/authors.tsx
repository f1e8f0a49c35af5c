import { data, useNavigation } from 'react-router'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { saveUpload } from '../../features/articles/pictures/commands.server.ts'
import { toAddAnswer } from '../../features/articles/pictures/messages.ts'
import { limitUploads, uploadPath } from '../../features/articles/pictures/pictures.ts'
import { parseProfile, type ProfileRefusal } from '../../features/newsroom/authors/authors.ts'
import { AuthorsView } from '../../features/newsroom/authors/authors-view.tsx'
import { saveProfile } from '../../features/newsroom/authors/commands.server.ts'
import {
  formUnreadable,
  profileFailed,
  profileOutcomes,
  profileRefusals,
} from '../../features/newsroom/authors/messages.ts'
import { findAuthor, listAuthors } from '../../features/newsroom/authors/queries.server.ts'
import { consumeRateLimits } from '../../platform/rate-limits.server.ts'
import { parseFilter, parsePage } from '../../shared/page-list.ts'
import { readFormText } from '../../shared/text.ts'
import { toStorable } from '../../shared/storable.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/authors'
import { refuse } from '../../shared/refusal.ts'

export const handle: RouteFacts = { access: 'screen', right: 'organise', takes: 'files' }

/** Lists one page of the authors of own articles; `?author=NAME` opens the form of one. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const query = parseFilter(searchParams.get('q'))
  const name = searchParams.get('author')
  return {
    query,
    list: await listAuthors(operator, { query, page: parsePage(searchParams.get('page')) }),
    ...(name !== null && (await findOpen(operator, toStorable(name)))),
  }
}

async function findOpen(operator: Operator, name: string) {
  const open = await findAuthor(operator, name)
  const { 'author-unknown': title } = profileRefusals
  return open ? { open } : { outcome: { title, tone: 'bad' as const } }
}

/** Saves the profile of an author, with a new picture if the form has one. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData().catch(() => undefined)
  if (!form) return answerFault(400, { description: formUnreadable })
  const name = readFormText(form, 'author')
  const author = await findAuthor(operator, name)
  if (!author) return answerFault(400, { description: profileRefusals['author-unknown'] })
  const typed = { biography: readFormText(form, 'biography'), links: readFormText(form, 'links') }
  const parsed = parseProfile(typed)
  if (!parsed.ok) return answerFault(400, toErrors(parsed.reason), { ...author, typed })
  const picture = await readPicture(operator, form, author.picture)
  if (!picture.ok) {
    const { status, message } = toAddAnswer(picture)
    return answerFault(status, { description: message, errors: { picture: message } }, { ...author, typed })
  }
  const refusal = await saveProfile(operator, name, { ...typed, picture: picture.path })
  if (refusal) return answerFault(400, toErrors(refusal.reason), { ...author, typed })
  // The address still has the author, but the form is done.
  return { open: undefined, outcome: { title: profileOutcomes.saved, tone: 'ok' as const } }
}

interface Fault {
  description: string
  errors?: { biography?: string; links?: string; picture?: string }
}

const FIELD_OF: Partial<Record<ProfileRefusal, 'biography' | 'links'>> = {
  'biography-long': 'biography',
  'link-wrong': 'links',
  'too-many-links': 'links',
}

function toErrors(reason: ProfileRefusal): Fault {
  const description = profileRefusals[reason]
  const field = FIELD_OF[reason]
  return { description, ...(field && { errors: { [field]: description } }) }
}

function answerFault(
  status: number,
  { description, errors }: Fault,
  open?: NonNullable<Parameters<typeof AuthorsView>[0]['open']>,
) {
  const outcome = { title: profileOutcomes.notSaved, description, tone: 'bad' as const }
  return data({ open: open && { ...open, errors }, outcome }, { status })
}

// A field for a file is in the form also if no file was chosen: then it is empty.
async function readPicture(operator: Operator, form: FormData, present: string | null) {
  const file = form.get('picture')
  if (!(file instanceof File) || file.size === 0)
    return { ok: true as const, path: form.has('removePicture') ? null : present }
  const waitS = await consumeRateLimits(limitUploads(operator))
  if (waitS > 0) return refuse('too-many', { waitS })
  const saved = await saveUpload(operator, async () => new Uint8Array(await file.arrayBuffer()))
  if (!saved.ok) return saved
  const { id, ...size } = saved.upload
  return { ok: true as const, path: uploadPath(id, size) }
}

export const clientMiddleware = [keepFormOnFailure(profileFailed)]

export const meta = () => [{ title: 'Authors' }]

export default function Authors({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const shown = { open: undefined, outcome: undefined, ...loaderData, ...actionData }
  return <AuthorsView {...shown} busy={busy} />
}
