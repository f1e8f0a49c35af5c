import { readFileSync } from 'node:fs'
import { ended, runTool, startAgain, startServer } from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { report } from './measure.ts'
import { fillStore, multiplyArticles, onBothStores } from './stores.ts'

const ARTICLES = 20_000

/** Measures the board of an account with 20,000 articles on 20 sites: its lists, filters and orders, and a change. */
export const benchBoard = ({ corpus }: Bench) =>
  onBothStores(async (store, settings) => {
    const made = await startServer({ DEMO: 'off', ...settings })
    await ended(runTool(made, 'tools/import.ts', corpusFile(corpus)))
    await made.stop()
    await fillStore(made, multiplyArticles(ARTICLES), readFileSync('bench/board.sql', 'utf8'))
    const server = await startAgain(made)
    // The worker is a process of its own, because the product reads its settings when its modules are loaded.
    const { code, output } = await ended(runTool(server, 'bench/board-worker.ts'))
    if (code !== 0) throw new Error(output)
    for (const line of output.trim().split('\n')) {
      const [name = '', value = ''] = line.split('\t')
      report(`${store}: ${name}`, value)
    }
    await server.stop()
    server.forget()
  })
