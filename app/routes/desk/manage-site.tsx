import type { ReactNode } from 'react'
import { data, redirect, useNavigation } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import type { Session } from '../../features/accounts/sign-in/queries.server.ts'
import {
  copySite,
  removeSite,
  saveSettings,
  switchSite,
} from '../../features/delivery/target-sites/commands.server.ts'
import {
  addSecret,
  connectSite,
  retireSecret,
  testSite,
} from '../../features/delivery/target-sites/connection.server.ts'
import * as messages from '../../features/delivery/target-sites/messages.ts'
import { changeFaceByForm, isFaceForm } from '../../features/delivery/faces/change-by-form.server.ts'
import { FaceForm } from '../../features/delivery/faces/face-form.tsx'
import { parseFace, readFaceForm, readFaceVersion, toFaceForm } from '../../features/delivery/faces/faces.ts'
import { findOwnFace, type OwnFace } from '../../features/delivery/faces/queries.server.ts'
import { SitePages } from '../../features/delivery/target-sites/site-pages.tsx'
import { type ArticleCard, articlePath } from '../../features/articles/articles.ts'
import { listLatest } from '../../features/articles/queries.server.ts'
import { addPage } from '../../features/articles/placement/add-page.server.ts'
import { movePage } from '../../features/articles/placement/move-page.server.ts'
import { readPageForm, readPageMove } from '../../features/articles/placement/placement.ts'
import { listOwnPages, listPageHomes } from '../../features/articles/placement/queries.server.ts'
import { EmptySite, SiteFrame } from '../../features/delivery/target-sites/site-frame.tsx'
import { findOwnSite, type OwnSite } from '../../features/delivery/target-sites/queries.server.ts'
import {
  parseConnection,
  parseNewSite,
  parseSettings,
  readSiteForm,
} from '../../features/delivery/target-sites/site-form.ts'
import { type SiteOutcome, SiteView } from '../../features/delivery/target-sites/site-view.tsx'
import { isLocal, type SiteRefusal } from '../../features/delivery/target-sites/target-sites.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import { readFormWithFile } from '../../features/articles/pictures/add-picture.server.ts'
import { saveUpload } from '../../features/articles/pictures/commands.server.ts'
import { toAddAnswer } from '../../features/articles/pictures/messages.ts'
import { limitUploads, uploadPath } from '../../features/articles/pictures/pictures.ts'
import { consumeRateLimits } from '../../platform/rate-limits.server.ts'
import { refuse } from '../../shared/refusal.ts'
import { toStorable } from '../../shared/storable.ts'
import { env } from '../../platform/env.server.ts'
import { readFormText } from '../../shared/text.ts'
import { Toast } from '../../ui/toast.tsx'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/manage-site'

export const handle: RouteFacts = { access: 'screen', right: 'set_up', takes: 'files' }

/** Returns one own site, or the main site for its owner; 404 for a site of another account and a shared one. */
export async function loader({ params: { siteId }, context, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const [site, own] = isUuid(siteId)
    ? await Promise.all([findOwnSite(operator, siteId), findOwnFace(operator, siteId)])
    : []
  if (!site && !own) throw notFound('site')
  const look = own && {
    ...toShownFace(own, url.searchParams),
    key: JSON.stringify(own),
    undoable: own.undoable,
    dead: own.dead,
    missing: own.missing,
    newest: (await listLatest(siteId, 1)).articles.map(toChoosable),
    origin: own.origin,
    pages: await listOwnPages(operator, siteId),
    homes: await listPageHomes(operator),
    moving: url.searchParams.get('move') ?? undefined,
  }
  const done = url.searchParams.has('copied') ? messages.siteCopied : undefined
  return {
    siteId,
    site,
    look,
    done,
    isLocal: isLocal(env.SITE_URL),
    isRemoving: url.searchParams.has('remove'),
  }
}

const toChoosable = (article: ArticleCard) => ({ path: articlePath(article), title: article.title })

// Without scripts, the address has the look that its form shows.
function toShownFace({ name, face, version }: OwnFace, search: URLSearchParams) {
  if (!search.has('preview')) return { typed: toFaceForm(name, face), errors: {}, version }
  const typed = readFaceForm(search)
  return { typed, errors: parseFace(typed).errors, version: readFaceVersion(search) ?? version }
}

/** Removes the site, or does what its form intends and returns the outcome. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { operator } = requireSession(context)
  const { siteId } = params
  if (!isUuid(siteId)) throw notFound('site')
  const form = await readFormWithFile(request)
  if (isFaceForm(form)) return changeLook(operator, siteId, form)
  const intent = readFormText(form, 'intent')
  if (intent.endsWith('-page')) return changePages(operator, siteId, form)
  const site = await findOwnSite(operator, siteId)
  if (!site) throw notFound('site')
  if (intent === 'remove') {
    await removeSite(operator, site.id)
    throw redirect('/manage-sites?removed=1')
  }
  if (intent === 'copy') return copyByForm(operator, site, form)
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const { isStale = false, ...outcome } = await runIntent(session, site, form)
  const status = isStale ? 403 : toStatus(outcome)
  return data({ intent, ...outcome, ...(isStale && { why }) }, { status, headers })
}

async function changeLook(operator: Operator, siteId: string, form: FormData) {
  if (!(await findOwnFace(operator, siteId))) throw notFound('site')
  const addPicture = (file: File) => addLogo(operator, file)
  const look = await changeFaceByForm({ operator, addPicture }, siteId, form)
  return data({ look }, { status: toStatus(look) })
}

async function copyByForm(operator: Operator, { id, ...model }: OwnSite, form: FormData) {
  const entered = new FormData()
  for (const name of ['description', 'groupName', 'copyPolicy'] as const) entered.set(name, model[name])
  entered.set('name', readFormText(form, 'copyName'))
  entered.set('url', readFormText(form, 'copyUrl'))
  const typed = readSiteForm(entered)
  const parsed = parseNewSite(entered, 'hosted', env.SITE_URL)
  if (!parsed.ok) return data({ intent: 'copy', typed, errors: parsed.errors }, { status: 400 })
  const copied = await copySite(operator, id, parsed.value)
  if (copied.ok) throw redirect(`/manage-sites/${copied.id}?copied=1`)
  const { reason } = copied
  const refused = { error: messages.siteRefusals[reason], errors: messages.toAddressErrors(reason) }
  return data({ intent: 'copy', typed, ...refused }, { status: 409 })
}

async function changePages(operator: Operator, siteId: string, form: FormData) {
  const typed = readFormText(form, 'intent') === 'add-page' ? readPageForm(form) : undefined
  const changed = typed
    ? await addPage(operator, siteId, typed)
    : await movePage(operator, siteId, readPageMove(form))
  if (changed.ok) return data({ page: { done: typed ? messages.pageAdded : messages.pageMoved } })
  if (changed.reason === 'not-found') throw notFound('site')
  const page = { typed, error: messages.pageRefusals[changed.reason] }
  return data({ page }, { status: changed.reason === 'path-taken' ? 409 : 400 })
}

async function addLogo(operator: Operator, file: File) {
  const waitS = await consumeRateLimits(limitUploads(operator))
  const saved =
    waitS > 0
      ? refuse('too-many', { waitS })
      : await saveUpload(operator, () => file.bytes(), toStorable(file.name))
  if (!saved.ok) return { ok: false as const, message: toAddAnswer(saved).message }
  return { ok: true as const, path: uploadPath(saved.upload.id, saved.upload) }
}

interface Faults {
  errors?: object
  pictureErrors?: object
  error?: string
}

type Outcome = Omit<SiteOutcome, 'intent' | 'why'> & { isStale?: boolean }

function runIntent(session: Session, site: OwnSite, form: FormData): Promise<Outcome> {
  const { operator } = session
  switch (readFormText(form, 'intent')) {
    case 'save':
      return save(session, site, form)
    case 'connect':
    case 'test':
      return connect(session, site, form)
    case 'switch-on':
      return switchSite(operator, site.id, true).then(() => ({ done: messages.switchedOn }))
    case 'switch-off':
      return switchSite(operator, site.id, false).then(() => ({ done: messages.switchedOff }))
    case 'test-saved':
      return testSite(operator, site.id).then((test) => ({ ...(test && { test }) }))
    case 'new-secret':
      return addSecret(session, site.id).then((made) =>
        made.ok ? { done: messages.secretMade, secret: made.secret } : toOutcome(made.reason),
      )
    case 'retire-secret':
      return retireSecret(session, site.id).then((retired) =>
        retired.ok ? { done: messages.secretRetired } : toOutcome(retired.reason),
      )
    default:
      return Promise.resolve({})
  }
}

async function save({ operator }: Session, site: OwnSite, form: FormData): Promise<Outcome> {
  const typed = readSiteForm(form)
  const parsed = parseSettings(form)
  if (!parsed.ok) return { typed, errors: parsed.errors }
  const saved = await saveSettings(operator, site.id, parsed.value)
  return saved.ok ? { done: messages.settingsSaved } : { typed, ...toOutcome(saved.reason) }
}

async function connect(session: Session, site: OwnSite, form: FormData): Promise<Outcome> {
  const typed = readSiteForm(form)
  const parsed = parseConnection(form, site.kind, env.SITE_URL)
  if (!parsed.ok) return { typed, errors: parsed.errors }
  if (readFormText(form, 'intent') === 'test') {
    const test = await testSite(session.operator, site.id, parsed.value)
    return { typed, ...(test && { test }) }
  }
  const saved = await connectSite(session, site.id, parsed.value)
  if (!saved.ok) return { typed, errors: messages.toAddressErrors(saved.reason), ...toOutcome(saved.reason) }
  const { test } = saved
  return {
    done: site.kind === 'hosted' ? messages.addressSaved : messages.connectionSaved,
    ...(test && { test }),
  }
}

const toOutcome = (reason: SiteRefusal): Outcome =>
  reason === 'not-fresh' ? { isStale: true } : { error: messages.siteRefusals[reason] }

function toStatus({ errors, error, pictureErrors }: Faults): number {
  if (error) return 409
  return errors || pictureErrors ? 400 : 200
}

export const clientMiddleware = [keepFormOnFailure(messages.siteFailures)]

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.site?.name ?? loaderData?.look?.typed.name ?? 'Sites' },
]

export default function ManageSite({ loaderData, actionData }: Route.ComponentProps) {
  const { siteId, site, look: stored, done, ...screen } = loaderData
  const sent = useNavigation().formData?.get('intent')
  const busy = typeof sent === 'string' ? sent : undefined
  const answer = busy === undefined ? actionData : undefined
  const form = stored && <Own {...{ siteId, stored, busy, answer, done }} isMain={site === undefined} />
  return site ? (
    <SiteScreen {...{ site, busy, actionData, form }} {...screen} />
  ) : (
    <SiteFrame>{form}</SiteFrame>
  )
}

interface OwnProps {
  siteId: string
  stored: NonNullable<Route.ComponentProps['loaderData']['look']>
  busy: string | undefined
  answer: Route.ComponentProps['actionData']
  /** The toast of a page that was opened after a change. */
  done: string | undefined
  isMain: boolean
}

/** What a site that is served here has besides others: its look and its pages. */
const Own = ({ siteId, stored, busy, answer, done, isMain }: OwnProps) => (
  <>
    {stored.newest.length === 0 && <EmptySite origin={stored.origin} />}
    <FaceForm
      key={stored.key}
      {...{ siteId, stored, busy, isMain }}
      outcome={answer && 'look' in answer ? answer.look : undefined}
    />
    <SitePages
      {...{ siteId, busy }}
      origin={stored.origin}
      pages={stored.pages}
      homes={stored.homes}
      moving={stored.moving}
      outcome={answer && 'page' in answer ? answer.page : undefined}
    />
    {done && answer === undefined && <Toast title={done} tone="ok" />}
  </>
)

type SiteScreenProps = Pick<Route.ComponentProps, 'actionData'> &
  Pick<Parameters<typeof SiteView>[0], 'site' | 'busy' | 'isLocal' | 'isRemoving'> & { form: ReactNode }

function SiteScreen({ actionData, form, ...screen }: SiteScreenProps) {
  const outcome = actionData && 'intent' in actionData ? actionData : undefined
  return <SiteView {...screen} outcome={outcome} look={form} />
}
