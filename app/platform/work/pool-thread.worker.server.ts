// Runs on the threads of a worker pool: it signals the start of each task and passes the task to the pool's module.
import { workerData } from 'piscina'

/** A task for a thread of a pool. */
export interface ThreadTask<Input> {
  input: Input
  /** Becomes 1 when the task starts: on a busy machine, starting a thread may take long. */
  started: Int32Array
}

const { default: run } = (await import(String(workerData))) as { default: (input: unknown) => unknown }

/** Runs one task with the module of the pool, and returns its result. */
export default function runTask({ input, started }: ThreadTask<unknown>): unknown {
  Atomics.store(started, 0, 1)
  Atomics.notify(started, 0)
  return run(input)
}
