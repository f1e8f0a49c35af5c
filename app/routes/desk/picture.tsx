import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { removePicture, savePictureWords } from '../../features/articles/pictures/commands.server.ts'
import {
  pictureAdded,
  pictureRefused,
  pictureRefusals,
  pictureSaved,
  pictureFailures,
  replaceRefusals,
} from '../../features/newsroom/library/messages.ts'
import { PICTURES_PATH, readFocus, readPictureWords } from '../../features/articles/pictures/pictures.ts'
import { toAddAnswer } from '../../features/articles/pictures/messages.ts'
import { findUsedPicture } from '../../features/articles/pictures/queries.server.ts'
import type { LibraryOutcome } from '../../features/newsroom/library/library-view.tsx'
import {
  replaceEverywhere,
  savePictureFocus,
  undoReplacement,
} from '../../features/newsroom/library/commands.server.ts'
import { toReplacedPath } from '../../features/newsroom/library/library.ts'
import { findReplaceSummary } from '../../features/newsroom/library/queries.server.ts'
import { addPicture, readFormWithFile } from '../../features/articles/pictures/add-picture.server.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { PictureView } from '../../features/newsroom/library/picture-view.tsx'
import { notAllowed } from '../../platform/own-rows.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/picture'

export const handle: RouteFacts = { access: 'screen', right: 'write', takes: 'files' }

/** Returns one of the account's pictures with its uses, and the outcome of the replacement `?run=`; 404 without it. */
export async function loader({ context, params: { pictureId }, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const picture = isUuid(pictureId) ? await findUsedPicture(operator, pictureId) : undefined
  if (!picture) throw notFound('picture')
  const runId = searchParams.get('run')
  return { picture, replaced: runId === null ? undefined : await findReplaceSummary(operator, runId) }
}

/** Saves the words or the focus of the picture, deletes it, replaces it everywhere, or undoes a replacement. */
export async function action({ request, context, params: { pictureId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await readFormWithFile(request)
  const picture = isUuid(pictureId) ? await findUsedPicture(operator, pictureId) : undefined
  if (!picture) throw notFound('picture')
  const intent = readFormText(form, 'intent')
  if (intent === 'delete') return remove(operator, pictureId)
  if (intent === 'replace') return replace(operator, pictureId, form)
  if (intent === 'undo') return toReplaced(await undoReplacement(operator, readFormText(form, 'runId')))
  if (intent === 'words') requireSaved(await savePictureWords(operator, pictureId, readPictureWords(form)))
  if (intent === 'focus' || intent === 'point')
    requireSaved(await savePictureFocus(operator, pictureId, readFocus(form, picture)))
  return { title: pictureSaved, tone: 'ok' } satisfies LibraryOutcome
}

// A picture of another person is changed by those who organise the library.
function requireSaved(isSaved: boolean): void {
  if (!isSaved) throw notAllowed()
}

async function remove(operator: Operator, id: string) {
  const refused = await removePicture(operator, id)
  if (refused) return { ...pictureRefusals[refused.reason], tone: 'bad' } satisfies LibraryOutcome
  throw redirect(`${PICTURES_PATH}?deleted=1`)
}

async function replace(operator: Operator, id: string, form: FormData) {
  const added = await addPicture(operator, form)
  if (added.ok) return toReplaced(await replaceEverywhere(operator, id, added.id))
  const { status, message } = toAddAnswer(added)
  const refusal: LibraryOutcome = { title: pictureRefused, description: message, tone: 'bad' }
  return data(refusal, { status })
}

function toReplaced(started: Awaited<ReturnType<typeof replaceEverywhere>>) {
  if (started.ok) throw redirect(toReplacedPath(started.to.id, started.runId))
  return { ...replaceRefusals[started.reason], tone: 'bad' } satisfies LibraryOutcome
}

export const clientMiddleware = [keepFormOnFailure(pictureFailures)]

export const meta = () => [{ title: 'Picture' }]

export default function Picture({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const [search] = useSearchParams()
  const isAdded = search.get('done') === 'added' && !actionData
  const outcome: LibraryOutcome | undefined =
    actionData ?? (isAdded ? { title: pictureAdded, tone: 'ok' } : undefined)
  const isAsked = search.get('ask') === 'delete'
  const { replaced } = loaderData
  const live = useOpenRun(replaced && { id: replaced.runId, state: replaced.isOver ? 'done' : 'running' }, 1)
  return <PictureView {...loaderData} {...{ isAsked, live, outcome, busy }} />
}
