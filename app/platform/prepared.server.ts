import type { Compilable, CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { camelCase, pool } from './database.server.ts'

/** Stands in a prepared query for a value that comes with each run. */
class Placeholder {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

let count = 0

/**
 * A read that most pages need: written out once, and planned by the database once per connection instead of on every
 * run. `build` gets placeholders where the values will be: it passes each on as one value and looks at none of them.
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
    const client = await pool.connect()
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

// The embedded store is one session for all of its clients: the names of their statements must not meet.
function sessionOf(client: PoolClient): string {
  const known = sessions.get(client) ?? uuidv7()
  sessions.set(client, known)
  return known
}
