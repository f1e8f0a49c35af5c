import type { ServerBuild } from 'react-router'
import { createServer, isRunnableDevEnvironment } from 'vite'
import type * as Main from '../server/main.ts'
import type * as Render from '../server/render.ts'
import { PAGE_TAGS_HEADER } from '../app/platform/web/request-context.server.ts'
import { runCommand } from './command-line.ts'
import { serveUntilStopped } from './serve-until-stopped.ts'

const HELP = `
npm run dev

Like npm start, with the screens and routes reloaded as their sources change.
`

await runCommand(HELP, async () => {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const { ssr } = vite.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite offers no server environment.')
  const { runner } = ssr
  const { serve } = await runner.import<typeof Main>('/server/main.ts')

  // Every request loads the renderers again, because each edit makes new ones.
  const loadRenderers = async () => {
    const { createRenderers } = await runner.import<typeof Render>('/server/render.ts')
    return createRenderers(await runner.import<ServerBuild>('virtual:react-router/server-build'))
  }
  const first = await loadRenderers()
  await serveUntilStopped(async () => {
    const running = await serve('npm run dev', {
      assets: (request, response) =>
        new Promise((resolve) => {
          response.once('close', () => resolve(true))
          vite.middlewares(request, response, () => resolve(false))
        }),
      renderers: {
        findRoute: first.findRoute,
        async renderPublic(visit) {
          const answer = await (await loadRenderers()).renderPublic(visit)
          answer.headers.delete(PAGE_TAGS_HEADER) // it is not kept: an edit may be read while it is rendered
          return answer
        },
        renderPrivate: async (request, visit) => (await loadRenderers()).renderPrivate(request, visit),
      },
    })
    // React Router opens Vite servers of its own. Their handler would end the process before the store is closed.
    process.removeAllListeners('SIGTERM')
    return { ...running, stop: () => Promise.all([running.stop(), vite.close()]).then(() => undefined) }
  })
})
