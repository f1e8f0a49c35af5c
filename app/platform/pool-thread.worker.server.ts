// What runs on a thread of a worker pool: it says when a task has begun, and hands it to the module of the pool.
import { workerData } from 'piscina'

export interface ThreadTask<Input> {
  input: Input
  /** Set to 1 when the task begins: getting a thread ready may take long on a busy machine. */
  begun: Int32Array
}

const { default: run } = (await import(String(workerData))) as { default: (input: unknown) => unknown }

export default function runTask({ input, begun }: ThreadTask<unknown>): unknown {
  Atomics.store(begun, 0, 1)
  Atomics.notify(begun, 0)
  return run(input)
}
