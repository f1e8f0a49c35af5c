import { data, redirect, useNavigation } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { findOwnFace } from '../../features/delivery/faces/queries.server.ts'
import { importSites, previewSites } from '../../features/delivery/target-sites/import-sites.server.ts'
import { ImportSitesView } from '../../features/delivery/target-sites/import-sites-view.tsx'
import { importSitesFailures, toSitesProblem } from '../../features/delivery/target-sites/messages.ts'
import { listManagedSites } from '../../features/delivery/target-sites/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { Route } from './+types/manage-sites-import'

export const handle: RouteFacts = { access: 'screen', right: 'set_up', takes: 'files' }

/** Lists the sites whose look new ones can get. */
export async function loader({ context }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const [sites, main] = await Promise.all([listManagedSites(operator), findOwnFace(operator, MAIN_SITE_ID)])
  const own = sites.filter(({ kind, isShared }) => kind === 'hosted' && !isShared)
  return {
    models: [
      ...(main ? [{ id: MAIN_SITE_ID, name: main.name }] : []),
      ...own.map(({ id, name }) => ({ id, name })),
    ],
  }
}

/** Reads a file or pasted lines and shows what they would add, or adds it. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const pasted = readFormText(form, 'pasted')
  const likeId = readFormText(form, 'likeId')
  const intent = readFormText(form, 'intent')
  if (intent === 'again') return { pasted, likeId }
  const upload = form.get('file')
  const hasFile = upload instanceof File && upload.size > 0
  const bytes = hasFile ? await upload.bytes() : new TextEncoder().encode(pasted)
  const file = { bytes, likeId }
  if (intent === 'import') {
    const done = await importSites(operator, file, Number(readFormText(form, 'shown')))
    if (done.ok) throw redirect(`/manage-sites?imported=${done.added}`)
    return data({ pasted, likeId, problem: toSitesProblem(done) }, { status: 409 })
  }
  const read = await previewSites(operator, file)
  return read.ok
    ? { preview: read.preview }
    : data({ pasted, likeId, problem: toSitesProblem(read) }, { status: 400 })
}

export const clientMiddleware = [keepFormOnFailure(importSitesFailures)]

export const meta = () => [{ title: 'Import sites' }]

export default function ManageSitesImport({ loaderData, actionData }: Route.ComponentProps) {
  const sent = useNavigation().formData?.get('intent')
  const busy = typeof sent === 'string' ? sent : undefined
  return <ImportSitesView {...loaderData} {...actionData} busy={busy} />
}
