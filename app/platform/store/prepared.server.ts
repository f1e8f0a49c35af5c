import type { Compilable, CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { camelCase, connectToStore } from './database.server.ts'

/** A value of a prepared query that is filled in at each run. */
class Placeholder {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

let count = 0

/**
 * Returns a function that runs a prepared query, for a read that most pages need. It is compiled once, and the database
 * plans it once per connection. `build` gets placeholders: it must use them only as values of the query.
 */
export function prepare<Values extends unknown[], Row>(
  build: (...values: Values) => Compilable<Row>,
): (...values: Values) => Promise<Row[]> {
  const number = (count += 1)
  let query: CompiledQuery<Row> | undefined
  return async (...values) => {
    query ??= build(
      ...(Array.from({ length: build.length }, (_, index) => new Placeholder(index)) as unknown[] as Values),
    ).compile()
    const client = await connectToStore()
    try {
      const { rows } = await client.query<Record<string, unknown>>({
        name: `${sessionOf(client)}_${number}`,
        text: query.sql,
        values: query.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value)),
      })
      const result = await camelCase.transformResult({ queryId: query.queryId, result: { rows } })
      return result.rows as Row[]
    } finally {
      client.release()
    }
  }
}

const sessions = new WeakMap<PoolClient, string>()

// The embedded store has one session for all its clients, so the names of their statements must differ.
function sessionOf(client: PoolClient): string {
  const known = sessions.get(client) ?? uuidv7()
  sessions.set(client, known)
  return known
}
