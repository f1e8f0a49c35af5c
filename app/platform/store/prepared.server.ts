import type { Compilable, CompiledQuery, QueryId, UnknownRow } from 'kysely'
import { camelCase, connectToStore, toPrepared, type Transaction } from './database.server.ts'

/** A value of a prepared query that is filled in at each run. */
class Placeholder {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * Returns a function that runs a prepared query, for a read that most pages need. It is compiled once, and the database
 * plans it once per connection. `build` gets placeholders: it must use them only as values of the query.
 */
export function prepare<Values extends unknown[], Row>(
  build: (...values: Values) => Compilable<Row>,
): (...values: Values) => Promise<Row[]> {
  const fill = compileOnce(build)
  let emptyRow: UnknownRow | undefined
  return async (...values) => {
    const { sql: text, parameters, queryId } = fill(values)
    const client = await connectToStore()
    try {
      const asked = { text, values: [...parameters], rowMode: 'array' as const }
      const { rows, fields } = await client.query<unknown[]>(asked)
      emptyRow ??= await nameColumns(fields, queryId)
      return fillRows(emptyRow, rows) as Row[]
    } finally {
      client.release()
    }
  }
}

/** Returns a function like that of `prepare`, which reads in a transaction. */
export function prepareIn<Values extends unknown[], Row>(
  build: (...values: Values) => Compilable<Row>,
): (trx: Transaction, ...values: Values) => Promise<Row[]> {
  const fill = compileOnce(build)
  return async (trx, ...values) => (await trx.executeQuery(fill(values))).rows
}

/** Returns a function that returns the compiled query with values in place of its placeholders. */
function compileOnce<Values extends unknown[], Row>(
  build: (...values: Values) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  let query: CompiledQuery<Row> | undefined
  return (values) => {
    query ??= compile(build)
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.index] : value,
    )
    return { ...query, parameters }
  }
}

function compile<Values extends unknown[], Row>(
  build: (...values: Values) => Compilable<Row>,
): CompiledQuery<Row> {
  const places = Array.from({ length: build.length }, (_, index) => new Placeholder(index))
  const query = build(...(places as unknown[] as Values)).compile()
  toPrepared(query.sql)
  return query
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
