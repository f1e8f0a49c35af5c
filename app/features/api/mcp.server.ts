import { randomBytes } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { log } from '../../platform/log.server.ts'
import type { AskRoute, InnerRequest } from '../../platform/web/request-context.server.ts'
import { pick } from '../../shared/pick.ts'
import { toProblem } from '../../shared/problem.ts'
import { toStorable } from '../../shared/storable.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { Scope } from '../../shared/scopes.ts'
import {
  agentInstructions,
  agentRefusals,
  sayMore,
  sayProposed,
  sayUntrusted,
  toolCosts,
  toolEffects,
} from './agents-messages.ts'
import { apiRefusals } from './messages.ts'
import type { Operation } from './operation.ts'
import type { ToolRequest } from './proposals.ts'
import { check, readBody } from './read-request.ts'
import { toCode } from './refuse.ts'
import { insertProposal, listProposals } from './proposals.server.ts'
import {
  ANSWER_CHARACTERS,
  findSubjectPath,
  listTools,
  readOffset,
  sayErrors,
  type Tool,
  toToolRequest,
} from './tools.ts'

/** An agent that asks: its token, and whom it acts for. */
interface Agent {
  operator: Operator
  sessionId: string
  /** The name of the token. */
  name: string
  scopes: Scope[] | null
  directScopes: Scope[] | null
  /** The header with the token. */
  authorization: string
  /** Asks an operation of the API. */
  ask: AskRoute
  /** The address of the desk. */
  origin: string
}

const LIST_PROPOSALS = 'listProposals'
const LISTED = ['id', 'operation', 'state', 'problem', 'madeAt', 'decidedAt'] as const
const listShape = z.strictObject({ offset: readOffset })

// Of JSON-RPC 2.0, 5.1.
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

/**
 * Answers a request of the Model Context Protocol (streamable HTTP, without sessions). The tools are the operations that the
 * token may use. What they read is marked as untrusted. What they write is a proposal, unless an owner lets the scope write.
 * A batch is refused: the protocol has none since its version 2025-06-18.
 */
export async function answerMcp(request: Request, agent: Agent): Promise<Response> {
  const read = readBody(await request.arrayBuffer())
  if (!read.ok) return refuseMessage(PARSE_ERROR, toCode(read.reason), apiRefusals[read.reason].message)
  // One message is one call, so the turn of its account is enough. A batch could cancel its own calls: the package answers
  // none that is cancelled, so the request would keep its turn for ever.
  if (Array.isArray(read.value)) return refuseMessage(INVALID_REQUEST, 'no_batches', agentRefusals.batch)
  const [{ McpServer }, { WebStandardStreamableHTTPServerTransport }, types] = await loadSdk()
  const { server } = new McpServer(
    { name: 'broadsheet', version: '1' },
    { capabilities: { tools: {} }, instructions: agentInstructions },
  )
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: describeTools(agent) }))
  server.setRequestHandler(types.CallToolRequestSchema, ({ params }) =>
    callOrRefuse(agent, params.name, params.arguments),
  )
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: read.value })
  } finally {
    await server.close()
  }
}

// A problem as for every program, and the error of the protocol beside it.
const refuseMessage = (number: number, code: string, message: string): Response =>
  toProblem(400, { code, message, jsonrpc: '2.0', error: { code: number, message }, id: null })

// Loaded at the first request: most processes never need it.
const loadSdk = () =>
  Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])

function describeTools({ scopes, directScopes }: Agent) {
  const tools = listTools(scopes).map((tool) => describeTool(tool, directScopes))
  return [
    ...tools,
    {
      name: LIST_PROPOSALS,
      description: `Lists what you have proposed, and what people decided. ${toolEffects.read}`,
      inputSchema: { ...toInputSchema(listShape), type: 'object' as const },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
  ]
}

const isDirect = ({ operation }: Tool, directScopes: Scope[] | null) =>
  directScopes?.includes(operation.scope) === true

function toInputSchema(shape: z.ZodObject) {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' })
  return schema
}

function describeTool(tool: Tool, directScopes: Scope[] | null) {
  const { name, operation, writes, shape } = tool
  const writeEffect = isDirect(tool, directScopes) ? 'direct' : 'proposal'
  const effect = writes ? writeEffect : 'read'
  return {
    name,
    description: [operation.summary, toolEffects[effect], toolCosts[name]].filter(Boolean).join(' '),
    inputSchema: { ...toInputSchema(shape), type: 'object' as const },
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: effect === 'direct',
      idempotentHint: !writes,
      openWorldHint: effect === 'direct',
    },
  }
}

// The package would tell the agent of a bug in the words of the database or the engine, and nobody else.
async function callOrRefuse(agent: Agent, name: string, given: unknown): Promise<CallToolResult> {
  try {
    return await callTool(agent, name, given)
  } catch (error) {
    log.error({ err: error }, 'mcp.failed')
    return toRefusal(agentRefusals.failed)
  }
}

async function callTool(agent: Agent, name: string, given: unknown): Promise<CallToolResult> {
  if (name === LIST_PROPOSALS) return listOwn(agent, given)
  const tool = listTools(agent.scopes).find((each) => each.name === name)
  if (!tool) return toRefusal(agentRefusals.unknown)
  const called = toToolRequest(tool, given)
  if (!called.ok) return toRefusal(sayErrors(called.errors))
  const { why, offset, ...request } = called.value
  if (tool.writes && !isDirect(tool, agent.directScopes)) return propose(agent, tool, { request, why })
  const response = await askApi(agent, request)
  const body: unknown = response.status === 204 ? 'done' : await response.json()
  const etag = response.headers.get('etag')
  const data = toData(JSON.stringify({ ...(etag && { etag }), answer: body }, null, 1), offset)
  return response.ok ? data : { ...data, isError: true }
}

async function listOwn({ operator, sessionId }: Agent, given: unknown): Promise<CallToolResult> {
  const checked = check<{ offset?: number }>(given ?? {}, listShape)
  if (!checked.ok) return toRefusal(sayErrors(checked.errors))
  const proposals = (await listProposals(operator, sessionId)).map((each) => pick(each, LISTED))
  return toData(JSON.stringify(proposals, null, 1), checked.value.offset ?? 0)
}

// What it is about must be there for the token: a person should not read proposals for nothing. And an agent proposes only
// what its person may do: who accepts it may do more.
async function propose(
  agent: Agent,
  { name, operation }: Tool,
  { request, why }: { request: ToolRequest; why: string },
): Promise<CallToolResult> {
  const subject = findSubjectPath(operation, request.path)
  const found =
    subject === undefined
      ? undefined
      : await askApi(agent, { method: 'GET', path: subject, ifMatch: null, body: null })
  if (found?.status === 404) return toData(await found.text(), 0, true)
  const tried = await askApi(agent, request, { isTrial: true })
  if (tried.status === 403) return toData(await tried.text(), 0, true)
  const { operator, sessionId, name: named } = agent
  const pinned = pinVersion(operation, request, found)
  const proposal = { sessionId, agent: named, operation: name, request: pinned, why: toStorable(why) }
  const made = await insertProposal(operator, proposal)
  if (!made.ok) return toRefusal(agentRefusals[made.reason])
  return toText(sayProposed(made.id, `${agent.origin}/proposals/${made.id}`))
}

// Without a version, a person would accept any text that is there by then. `*` still asks for that.
const pinVersion = (operation: Operation, request: ToolRequest, found: Response | undefined): ToolRequest =>
  operation.ifMatch === 'allowed' && request.ifMatch === null && found?.ok
    ? { ...request, ifMatch: found.headers.get('etag') }
    : request

const askApi = (
  { ask, origin, authorization }: Agent,
  { method, path, ifMatch, body }: ToolRequest,
  inner: InnerRequest = {},
): Promise<Response> => ask(toApiRequest({ method, path, ifMatch, body }, origin, { authorization }), inner)

/** Returns a request of a tool as one to the API, with the headers that say who asks. */
export const toApiRequest = (
  { method, path, ifMatch, body }: ToolRequest,
  origin: string,
  headers: Record<string, string>,
): Request =>
  new Request(origin + path, {
    method,
    headers: {
      ...headers,
      ...(ifMatch !== null && { 'if-match': ifMatch }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

const toText = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

const toRefusal = (text: string): CallToolResult => ({ ...toText(text), isError: true })

function toData(text: string, offset: number, isError = false): CallToolResult {
  const mark = `data-${randomBytes(8).toString('hex')}`
  const end = offset + ANSWER_CHARACTERS
  const lines = [sayUntrusted(mark), mark, text.slice(offset, end), mark]
  if (end < text.length) lines.push(sayMore(end, text.length))
  return { ...toText(lines.join('\n')), ...(isError && { isError }) }
}
