import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { env } from '../../app/platform/env.server.ts'
import { db } from '../../app/platform/store/database.server.ts'
import { type AiServer, startAiServer } from './ai-server.ts'

/** The key that the settings have for the server. */
export const AI_KEY = 'sealed lips'

/** Starts an AI server for the tests of a file. Before each of them it is named in the settings and has no requests. */
export function useAiServer(): Pick<AiServer, 'answerAs' | 'most' | 'requests'> {
  let server: AiServer
  beforeAll(async () => {
    server = await startAiServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await db.deleteFrom('hostBreakers').execute()
    Object.assign(env, { AI_BASE_URL: server.url, AI_MODEL: 'small', AI_API_KEY: AI_KEY })
    server.answerAs('rewrites')
    server.requests.length = 0
  })
  afterEach(() => Object.assign(env, { AI_BASE_URL: undefined, AI_MODEL: undefined, AI_API_KEY: undefined }))
  return {
    answerAs: (mode) => server.answerAs(mode),
    most: () => server.most(),
    get requests() {
      return server.requests
    },
  }
}
