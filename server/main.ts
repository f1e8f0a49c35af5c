import { openStore, type Store } from '../app/platform/store/store.server.ts'
import { startTraces } from '../app/platform/traces.server.ts'
import type { DevelopmentParts, Running } from './serve.ts'

/**
 * Opens the database and serves until `stop` is called. Throws the Error that prevents it; the caller then ends the process.
 * Loading the rest of the program takes about as long as opening an embedded store, so it happens meanwhile.
 */
export async function serve(command: string, development?: DevelopmentParts): Promise<Running> {
  await startTraces()
  const [store, serveFrom] = await Promise.all([openStore(command), loadServer(development)])
  return serveFrom(store)
}

async function loadServer(development?: DevelopmentParts) {
  const { createHandlers, serveFrom } = await import('./serve.ts')
  const handlers = createHandlers(development)
  return (store: Store) => serveFrom(store, handlers)
}
