import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { removeUnused, saveAltRule } from '../../features/articles/pictures/commands.server.ts'
import {
  pictureRefused,
  pictureSaved,
  picturesDeleted,
  pictureFailures,
} from '../../features/newsroom/library/messages.ts'
import { toAddAnswer } from '../../features/articles/pictures/messages.ts'
import { parsePictures, PICTURES_PATH, toPicturePath } from '../../features/articles/pictures/pictures.ts'
import { countUnused, listPictures, requiresAlt } from '../../features/articles/pictures/queries.server.ts'
import { type LibraryOutcome, LibraryView } from '../../features/newsroom/library/library-view.tsx'
import { pictureNotAdded, sayUploadFailure } from '../../features/writing/editor/messages.ts'
import { uploadPicture } from '../../features/writing/editor/use-picture-upload.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { addPicture, readFormWithFile } from '../../features/articles/pictures/add-picture.server.ts'
import { readFormText } from '../../shared/text.ts'
import type { Route } from './+types/pictures'

export const handle: RouteFacts = { access: 'screen', right: 'write', takes: 'files' }

/** Lists one page of the account's pictures; `?ask=delete` asks before those that the account does not use are deleted. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const filter = parsePictures(searchParams)
  return {
    filter,
    list: await listPictures(operator, filter),
    needsAlt: await requiresAlt(operator),
    asked: searchParams.get('ask') === 'delete' ? await countUnused(operator) : undefined,
  }
}

/** Adds a picture, deletes all that the account does not use, or saves the rule for alt texts. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await readFormWithFile(request)
  const intent = readFormText(form, 'intent')
  if (intent !== '' && isOfOtherAccount(operator, form)) return data(refuseOther(intent), { status: 409 })
  if (intent === 'alt-rule') {
    await saveAltRule(operator, readFormText(form, 'needsAlt') === 'on')
    return { title: pictureSaved, tone: 'ok' } satisfies LibraryOutcome
  }
  if (intent === 'delete-unused') throw redirect(`${PICTURES_PATH}?deleted=${await removeUnused(operator)}`)
  const added = await addPicture(operator, form)
  if (added.ok) throw redirect(`${toPicturePath(added.id)}?done=added`)
  const { status, message } = toAddAnswer(added)
  const refusal: LibraryOutcome = { title: pictureRefused, description: message, tone: 'bad' }
  return data(refusal, { status })
}

const refuseOther = (intent: string): LibraryOutcome => ({
  title: pictureFailures[intent === 'delete-unused' ? intent : 'alt-rule'],
  description: otherAccount,
  tone: 'bad',
})

async function upload(file: File): Promise<string | undefined> {
  const stored = await uploadPicture(file)
  return stored.ok ? undefined : pictureNotAdded(file.name, sayUploadFailure(stored))
}

export const clientMiddleware = [keepFormOnFailure(pictureFailures)]

export const meta = () => [{ title: 'Pictures' }]

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [search] = useSearchParams()
  const deleted = Number(search.get('deleted') ?? NaN)
  const outcome: LibraryOutcome | undefined =
    actionData ?? (Number.isInteger(deleted) ? { title: picturesDeleted(deleted), tone: 'ok' } : undefined)
  return <LibraryView {...loaderData} outcome={outcome} busy={busy} upload={upload} />
}
