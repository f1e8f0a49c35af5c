import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { reword } from './ai-writer.ts'

/** The manner of the model's answers: correct, or wrong in one of several ways. */
export type AiMode = keyof typeof MANNERS

/** Returns the answer of a model to a prompt. */
export type Say = (prompt: string) => string

interface Message {
  role: string
  content: string
}

interface AiRequest {
  model: string
  messages: Message[]
  max_tokens?: number
  authorization: string | undefined
}

/** A running fake of an AI server. */
export interface AiServer {
  /** For AI_BASE_URL. */
  url: string
  /** All requests, in order. */
  requests: AiRequest[]
  /** Returns the largest number of simultaneous requests. */
  most: () => number
  answerAs: (mode: AiMode | Say) => void
  close: () => Promise<void>
}

/** Starts a server with the OpenAI chat API and a trivial model. */
export async function startAiServer(mode: AiMode = 'rewrites', port = 0): Promise<AiServer> {
  const requests: AiRequest[] = []
  let present: AiMode | Say = mode
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    response.on('close', () => (open -= 1))
    void answer(request, response)
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(404)({ response })
    const body = (await json(request)) as Omit<AiRequest, 'authorization'>
    const asked = { ...body, authorization: request.headers.authorization }
    requests.push(asked)
    const exchange = { asked, response, count: requests.length }
    await (typeof present === 'string'
      ? MANNERS[present](exchange)
      : reply(exchange, present(askedOf(asked, 'user'))))
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    most: () => most,
    answerAs: (next) => {
      present = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Exchange {
  asked: AiRequest
  response: ServerResponse
  /** The number of the request, from 1. */
  count: number
}

interface Said {
  /** Changes the answer of a good model. */
  change?: (answer: string) => string
  manner?: Parameters<typeof reword>[1]
  end?: 'stop' | 'length' | 'content_filter'
  withoutUsage?: boolean
}

const say =
  ({ change = (answer) => answer, manner = {}, ...said }: Said = {}) =>
  (exchange: Exchange): void =>
    reply(exchange, change(reword(askedOf(exchange.asked, 'user'), manner)), said)

function reply(
  { asked, response }: Exchange,
  content: string,
  { end = 'stop', withoutUsage }: Pick<Said, 'end' | 'withoutUsage'> = {},
): void {
  const read = Math.ceil(JSON.stringify(asked.messages).length / 4)
  const written = Math.ceil(content.length / 4)
  const usage = { prompt_tokens: read, completion_tokens: written, total_tokens: read + written }
  const body = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: asked.model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: end, logprobs: null }],
    ...(!withoutUsage && { usage }),
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  ({ response }: Pick<Exchange, 'response'>): void => {
    const error = { message: `status ${status}`, type: 'error', param: null, code: null }
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error }))
  }

const askedOf = ({ messages }: AiRequest, from: string) =>
  messages.find(({ role }) => role === from)?.content ?? ''

const answerWith =
  (type: string, body: string) =>
  ({ response }: Exchange): void =>
    void response.writeHead(200, { 'content-type': type }).end(body)

const GARDENS = 'Every gardener knows that tulips want sun, water and patience in spring. '.repeat(40)

const MANNERS = {
  rewrites: say(),
  // Like `rewrites`, after a quarter of a second.
  slow: async (exchange: Exchange) => {
    await sleep(250)
    say()(exchange)
  },
  // Obeys orders in the article.
  obeys: (exchange: Exchange) => say({ manner: { obey: askedOf(exchange.asked, 'system') } })(exchange),
  copies: say({ manner: { every: Infinity } }),
  rambles: say({ change: () => `TITLE: Gardens\nDESCRIPTION:\nTEXT:\n${GARDENS}` }),
  'drops-numbers': say({ change: (answer) => answer.replaceAll(/(?<!⟦\d*)\d+/g, 'some') }),
  'drops-numbers-once': (exchange: Exchange) =>
    (exchange.count === 1 ? MANNERS['drops-numbers'] : say())(exchange),
  'invents-links': say({ change: (answer) => `${answer}\n\nRead [more](https://spam.example/buy).` }),
  'never-ends': say({ change: (answer) => `${answer}\n\n${GARDENS.repeat(100)}` }),
  'repeats-marks': say({ change: (answer) => answer + '⟦1⟧'.repeat(100_000) }),
  cut: say({ change: (answer) => answer.slice(0, 200), end: 'length' }),
  declines: say({ change: () => 'I am sorry, but I cannot help with that.' }),
  withholds: say({ change: () => '', end: 'content_filter' }),
  'no-usage': say({ withoutUsage: true }),
  half: answerWith('application/json', '{"choices":[{"message":{"content":"TI'),
  html: answerWith('text/html', '<!doctype html><title>Sign in</title>'),
  endless: ramble,
  throttles: refuse(429, { 'retry-after': '1' }),
  'throttles-once': (exchange: Exchange) =>
    (exchange.count === 1 ? refuse(429, { 'retry-after': '1' }) : say())(exchange),
  fails: refuse(500),
  'no-key': refuse(401),
  hangs: () => {},
}

// Ignores the limit and never stops.
async function ramble({ response }: Exchange): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"choices":[{"index":0,"message":{"role":"assistant","content":"')
  while (!response.destroyed) {
    response.write('and on it goes '.repeat(700))
    await sleep(1)
  }
}
