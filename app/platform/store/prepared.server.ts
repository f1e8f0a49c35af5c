import type { Compilable, CompiledQuery, QueryId, UnknownRow } from 'kysely'
import type { PoolClient } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { onceFor } from '../../shared/once-for.ts'
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
  let emptyRow: UnknownRow | undefined
  return async (...values) => {
    query ??= build(
      ...(Array.from({ length: build.length }, (_, index) => new Placeholder(index)) as unknown[] as Values),
    ).compile()
    const client = await connectToStore()
    try {
      const { rows, fields } = await client.query<unknown[]>({
        name: `${sessionOf(client)}_${number}`,
        text: query.sql,
        values: query.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value)),
        rowMode: 'array',
      })
      emptyRow ??= await nameColumns(fields, query.queryId)
      return fillRows(emptyRow, rows) as Row[]
    } finally {
      client.release()
    }
  }
}

// The names are translated once for a query: for each row it would take longer than reading it.
async function nameColumns(fields: { name: string }[], queryId: QueryId): Promise<UnknownRow> {
  const rows = [Object.fromEntries(fields.map(({ name }) => [name, null]))]
  const named = await camelCase.transformResult({ queryId, result: { rows } })
  return { ...named.rows[0] }
}

function fillRows(empty: UnknownRow, rows: unknown[][]): UnknownRow[] {
  const names = Object.keys(empty)
  return rows.map((values) => {
    const row = { ...empty }
    names.forEach((name, index) => (row[name] = values[index]))
    return row
  })
}

// The embedded store has one session for all its clients, so the names of their statements must differ.
const sessionOf = onceFor<PoolClient, string>(() => uuidv7())
