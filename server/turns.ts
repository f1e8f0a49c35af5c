import { setImmediate as nextTurn } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop that no other caller gets. Node accepts one connection in each turn, so new readers
 * wait as many turns as others connect before them. A turn with ten drawings would be ten times as long.
 */
export function takeTurn(): Promise<unknown> {
  last = last.then(() => nextTurn())
  return last
}
