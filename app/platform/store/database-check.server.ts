import { isEmbedded, pool } from './database.server.ts'

const OPERATOR_ROLE = 'broadsheet_operator'

/** Why this database is not fit, and what makes it fit, in sentences. */
interface Fault {
  found: string
  advice: string
}

const ROUNDS = 3
const WITH_SET_OPTION = 160_000 // since Postgres 16, a member of a role may lack the right to switch to it

/**
 * Returns why transactions of accounts cannot run: the user of the database may not switch to their role. Undefined if it
 * may. Needs migrated tables.
 */
export async function findRoleFault(): Promise<Fault | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('role', '${OPERATOR_ROLE}', true)`)
    return undefined
  } catch (error) {
    await client.query('rollback')
    if (!isForbidden(error)) throw error
    const { rows } = await client.query<{ name: string; version: number }>(
      `select quote_ident(session_user) as name, current_setting('server_version_num')::int as version`,
    )
    const { name = '', version = 0 } = rows[0] ?? {}
    const option = version >= WITH_SET_OPTION ? ' with set true' : ''
    return {
      found: `The database user ${name} may not switch to the role ${OPERATOR_ROLE}, in which accounts read and write.`,
      advice: `An administrator of the database has to run: grant ${OPERATOR_ROLE} to ${name}${option};`,
    }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

const isForbidden = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501'

/**
 * Returns that a pooler between us and the database gives the sessions of one client to others, as PgBouncer does in the
 * modes `transaction` and `statement`. Prepared statements, LISTEN and the settings of a session then get lost. Undefined
 * if each connection keeps its session.
 */
export async function findPoolerFault(): Promise<Fault | undefined> {
  if (isEmbedded || !(await sharesSessions())) return undefined
  return {
    found: 'A pooler in front of the database changes the session of a connection with each transaction.',
    advice:
      'Set pool_mode = session in PgBouncer (ops/pgbouncer.ini), or DATABASE_URL to the Postgres server itself.',
  }
}

// While one connection is idle, another one begins a transaction. A pooler gives it the session of the idle one, or gives
// that one another session afterwards. Other clients of the pooler may take the session in between, so there are rounds.
async function sharesSessions(): Promise<boolean> {
  const [idle, busy] = [await pool.connect(), await pool.connect()]
  const findSession = async (client: typeof idle) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await findSession(idle)
      await busy.query('begin')
      const isShared = (await findSession(busy)) === own || (await findSession(idle)) !== own
      await busy.query('rollback')
      if (isShared) return true
    }
    return false
  } catch (error) {
    if (error instanceof Error && /statement pooling/i.test(error.message)) return true
    throw error
  } finally {
    idle.release()
    busy.release()
  }
}
