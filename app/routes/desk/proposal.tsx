import { data, redirect, useNavigation } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import {
  allSites,
  anyVersion,
  proposalFailures,
  proposalRefusals,
} from '../../features/api/agents-messages.ts'
import { toApiRequest } from '../../features/api/mcp.server.ts'
import type { Proposal } from '../../features/api/proposals.ts'
import { acceptProposal, findProposal, refuseProposal } from '../../features/api/proposals.server.ts'
import { ProposalView } from '../../features/api/proposals-view.tsx'
import {
  findListPath,
  findSubjectPath,
  listProposed,
  type ProposedField,
  showInvisible,
  toShown,
  TOOLS,
} from '../../features/api/tools.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import { TextLines } from '../../features/articles/revisions/text-lines.tsx'
import { listTargetSites } from '../../features/delivery/target-sites/queries.server.ts'
import { env } from '../../platform/env.server.ts'
import { type AskRoute, askRouteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { Route } from './+types/proposal'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Returns a proposal, and what it changes of the present state. */
export async function loader({ request, context, params: { proposalId } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const proposal = await findProposal(operator, proposalId)
  if (!proposal) throw notFound('proposal')
  const present = await findPresent(proposal, request, context.get(askRouteContext))
  return {
    proposal: { ...toShown(proposal), why: showInvisible(proposal.why) },
    subject: showInvisible(toTitle(present)),
    fields: await toWords(operator, listProposed(proposal, present)),
  }
}

/** Returns fields with the names of sites instead of their ids, and a sentence instead of the mark for any version. */
async function toWords(operator: Operator, fields: ProposedField[]): Promise<ProposedField[]> {
  const sites = await listTargetSites(operator)
  const names = new Map(sites.map(({ id, name, url }) => [id, showInvisible(`${name} (${url})`)]))
  const toNames = (ids: string) =>
    ids === 'null'
      ? allSites
      : ids
          .split(', ')
          .map((id) => names.get(id) ?? id)
          .join(', ')
  return fields.map((field) => {
    const { name, before, after } = field
    if (name === 'ifMatch') return { name: 'version', before, after: anyVersion }
    return /^siteIds?$/.test(name) ? { name, before: toNames(before), after: toNames(after) } : field
  })
}

async function findPresent({ operation, request: { path } }: Proposal, request: Request, ask: AskRoute) {
  const tool = TOOLS.find(({ name }) => name === operation)
  if (!tool) return undefined
  const read = async (at: string) => {
    const found = await ask(inNameOf(request, { method: 'GET', path: at, ifMatch: null, body: null }), {})
    return found.ok ? ((await found.json()) as Record<string, unknown>) : undefined
  }
  const subject = findSubjectPath(tool.operation, path)
  if (subject) return read(subject)
  const list = findListPath(tool.operation, path)
  const id = path.replace(/\?.*/s, '').split('/').at(-1)
  const { entries = [] } = ((list && (await read(`${list}?limit=100`))) || {}) as { entries?: Listed[] }
  return entries.find((each) => each.id === id || each.personId === id)
}

type Listed = Record<string, unknown>

// A person is known by the address, too: the name is as he or she likes.
const toTitle = (present: Record<string, unknown> | undefined): string =>
  [present?.title ?? present?.name, present?.email].filter((each) => typeof each === 'string').join(' · ')

// The person asks the API, with the session of the browser.
const inNameOf = (request: Request, asked: Proposal['request']) =>
  toApiRequest(asked, env.SITE_URL, { cookie: request.headers.get('cookie') ?? '' })

/** Carries the proposal out in the person's name, or refuses it. */
export async function action({ request, context, params: { proposalId } }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const ask = context.get(askRouteContext)
  const accepts = readFormText(await request.clone().formData(), 'intent') === 'accept'
  const decided = accepts
    ? await acceptProposal(operator, proposalId, ({ id, request: asked }) =>
        carryOut(ask, inNameOf(request, asked), id),
      )
    : await refuseProposal(operator, proposalId)
  if (decided.ok) throw redirect(`/proposals?done=${accepts ? 'accepted' : 'refused'}`)
  if (decided.reason === 'not-found') throw notFound('proposal')
  const error = decided.reason === 'problem' ? decided.problem : proposalRefusals[decided.reason]
  return data({ error }, { status: 409 })
}

async function carryOut(ask: AskRoute, request: Request, workId: string): Promise<string | null> {
  const answer = await ask(request, { workId })
  if (answer.ok) return null
  const { message, errors = [] } = (await answer.json()) as {
    message: string
    errors?: { field: string; message: string }[]
  }
  return [message, ...errors.map((error) => `${error.field}: ${error.message}`)].join(' ')
}

export const clientMiddleware = [keepFormOnFailure(proposalFailures)]

export const meta = () => [{ title: 'Proposal' }]

const compare = ({ before, after }: ProposedField) =>
  before === '' ? (
    <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{after}</p>
  ) : (
    <TextLines from={before} to={after} names={['Now', 'Proposed']} />
  )

export default function ProposalScreen({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <ProposalView
      {...loaderData}
      error={busy ? undefined : actionData?.error}
      busy={busy}
      compare={compare}
    />
  )
}
