import { ended, runTool, startAgain, startServer } from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { report } from './measure.ts'
import { fillStore, multiplyArticles, onBothStores } from './stores.ts'

const ARTICLES = 100_000

/** Measures the public queries at 100,000 articles. Their texts are real paragraphs, each time in another order. */
export const benchQueries = ({ corpus }: Bench) =>
  onBothStores(async (store, settings) => {
    const made = await startServer({ DEMO: 'off', ...settings })
    await ended(runTool(made, 'tools/import.ts', corpusFile(corpus)))
    await made.stop()
    await fillStore(made, multiplyArticles(ARTICLES))
    const server = await startAgain(made)
    // The worker is a process of its own, because the product reads its settings when its modules are loaded.
    const { code, output } = await ended(runTool(server, 'bench/queries-worker.ts'))
    if (code !== 0) throw new Error(output)
    for (const line of output.trim().split('\n')) {
      const [name = '', value = ''] = line.split('\t')
      report(`${store}: ${name}`, value)
    }
    await server.stop()
    server.forget()
  })
