import { setTimeout as sleep } from 'node:timers/promises'
import { pool } from '../app/platform/store/database.server.ts'
import { isUpToDate } from '../app/platform/web/page-invalidation.server.ts'

const STORE_ANSWERS_WITHIN_MS = 1000

/**
 * Returns status and text for a request of `/readyz`. A process is ready if it has started and reads what other processes
 * change. While the store is away for a few seconds it still serves its pages, so it stays ready. With `?strict`, the
 * store also has to answer a query within a second.
 */
export async function findReadiness(url: string, hasStarted: boolean): Promise<[number, string]> {
  if (!hasStarted || !isUpToDate()) return [503, 'not ready']
  const isStrict = new URLSearchParams(url.split('?')[1]).has('strict')
  if (isStrict && !(await askStore())) return [503, 'the store does not answer']
  return [200, 'ready']
}

let asking: Promise<boolean> | undefined

// Anybody may ask, so all who ask meanwhile share one query.
function askStore(): Promise<boolean> {
  asking ??= answersNow().finally(() => (asking = undefined))
  return asking
}

async function answersNow(): Promise<boolean> {
  const over = new AbortController()
  const late = sleep(STORE_ANSWERS_WITHIN_MS, false, { signal: over.signal })
  const answered = pool.query('select').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => over.abort())
}
