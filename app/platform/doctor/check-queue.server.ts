import { failed, type Finding, notChecked, ok, toDuration, warning } from './finding.ts'
import { isForReaders } from './check-server.server.ts'
import { hasQueue, hasWorker, listFailedJobs, listQueues } from '../work/queue.server.ts'

const LATE_S = 300 // as in ops/alerts.yml
const NOTABLE_S = 60 // a worker that has just started is seen some seconds later
const DAY_MS = 86_400_000

/** Checks whether the background jobs are worked on in time, and whether some have failed for good. */
export async function checkQueue(): Promise<Finding> {
  if (!(await hasQueue())) return notChecked('No server has started with this store yet.')
  const [queues, failures, isWorking] = [await listQueues(), await listFailedJobs(), await hasWorker()]
  const due = queues.reduce((sum, queue) => sum + queue.due, 0)
  const oldestS = Math.max(0, ...queues.map((queue) => queue.oldestS))
  const waiting = `${due} job${due === 1 ? ' is' : 's are'} due, and the oldest one waits for ${toDuration(oldestS)}`
  if (oldestS > LATE_S && isWorking)
    return failed(
      `${waiting}, although a process works on jobs.`,
      'Look for job.failed and queue.error in the log. If all jobs succeed, start another worker.',
    )
  if (!isWorking && isForReaders())
    return failed(
      'No process works on jobs.',
      'Start broadsheet@all, or, beside processes with ROLE=web, one with ROLE=worker.',
    )
  const [last] = failures
  if (last)
    return toFailure(
      `Jobs failed at their last attempt: ${failures.map(({ job, count }) => `${job} (${count})`).join(', ')}.`,
      last.lastAt,
    )
  if (due === 0) return ok('No job waits, and none has failed.')
  return judgeWaiting(waiting, oldestS > NOTABLE_S && !isWorking)
}

function judgeWaiting(waiting: string, isAbandoned: boolean): Finding {
  if (!isAbandoned) return ok(`${waiting}. None has failed.`)
  return warning(
    `${waiting}. No process works on jobs.`,
    'Start the server: npm start. If ROLE is web here, a process with ROLE=worker has to run too.',
  )
}

function toFailure(found: string, lastAt: Date): Finding {
  const advice = 'Look for job.failed in the log of that time. The queue forgets a failed job after a week.'
  const text = `${found} The last one failed at ${lastAt.toISOString()}.`
  return Date.now() - lastAt.getTime() < DAY_MS ? failed(text, advice) : warning(text, advice)
}
