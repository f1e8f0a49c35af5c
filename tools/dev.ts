import { createServer, isRunnableDevEnvironment } from 'vite'
import type * as Main from '../server/main.ts'
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
  const runner = ssr.runner
  const { serve } = (await runner.import('/server/main.ts')) as typeof Main
  await serveUntilStopped(async () => {
    const running = await serve('npm run dev', {
      assets: (request, response, next) => vite.middlewares(request, response, next),
      loadBuild: () => runner.import('virtual:react-router/server-build'),
    })
    return { ...running, stop: () => Promise.all([running.stop(), vite.close()]).then(() => undefined) }
  })
})
