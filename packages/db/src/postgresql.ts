import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { outsideLogScope } from '@nimbo/kernel/log-scope'
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, types } from 'pg'
import { databaseFault, isConnectionLost } from './database-faults.ts'
import type { PoolUse } from './pool-use.ts'
import { statementNames } from './statement-names.ts'

/** How a process uses a PostgreSQL server; the options of `[database]` are in brackets. */
export interface PostgresqlOptions {
  /** Maximum of kept connections (`max_pool_size`). */
  readonly poolSize?: number
  /** Additional connections while all are in use (`max_overflow`). */
  readonly poolOverflow?: number
  /** How long a query waits for a connection (`pool_timeout`). */
  readonly poolWaitMs?: number
  /** How long an idle connection is kept (`connection_recycle_time`). */
  readonly idleMs?: number
  /** Statement timeout; 0 for none. */
  readonly statementTimeoutMs?: number
  /** Lock timeout; 0 for none. */
  readonly lockTimeoutMs?: number
  /** The name shown in `pg_stat_activity`. */
  readonly applicationName?: string
  readonly log?: Log | undefined
  /** Called once with a function that returns the pool's state. */
  readonly poolMade?: (use: () => PoolUse) => void
  /** Called for each connection that is lost or cannot be made. */
  readonly onInterruption?: (() => void) | undefined
}

const defaults = {
  poolSize: 10,
  poolOverflow: 20,
  poolWaitMs: 10_000,
  idleMs: 60_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  applicationName: 'nimbo',
}

/** If the server is unreachable, it cannot report its statement timeout; the driver gives up this much later. */
const answerGraceMs = 5_000
/** A transaction of a hung process must not hold its locks forever. */
const idleInTransactionMs = 60_000

const oid = { bool: 16, int8: 20, numeric: 1700 } as const

/**
 * Values in the same form as SQLite's: counts and sums as numbers, booleans as 0 or 1. No column has integers beyond the safe
 * range.
 */
const parsers: Readonly<Record<number, (text: string) => number>> = {
  [oid.bool]: (text) => (text === 't' ? 1 : 0),
  [oid.int8]: Number,
  [oid.numeric]: Number,
}

const typeParsers = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    parsers[id] ?? (format === 'binary' ? types.getTypeParser(id, 'binary') : types.getTypeParser(id)),
}

/** A bounded pool of connections for Kysely's PostgreSQL dialect, which converts errors of server and network into faults. */
export const postgresqlPool = (url: string, options: PostgresqlOptions = {}): PostgresPool => {
  const { log, poolMade, onInterruption = () => {}, ...given } = options
  const set = { ...defaults, ...given }
  const pool = new Pool({
    connectionString: url,
    max: set.poolSize + set.poolOverflow,
    connectionTimeoutMillis: set.poolWaitMs,
    idleTimeoutMillis: set.idleMs,
    statement_timeout: set.statementTimeoutMs,
    lock_timeout: set.lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...(set.statementTimeoutMs === 0 ? {} : { query_timeout: set.statementTimeoutMs + answerGraceMs }),
    application_name: set.applicationName,
    keepAlive: true,
    // Idle connections must not keep a process alive.
    allowExitOnIdle: true,
    types: typeParsers,
  })
  // An error on an idle connection concerns nobody: the next query gets a new connection.
  pool.on('error', (error) => {
    if (pool.ending) return
    onInterruption()
    outsideLogScope(() =>
      log?.warn({ reason: messageOf(error) }, 'an idle connection to the database is lost'),
    )
  })
  // On a connection in use, the statement reports the error; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  poolMade?.(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  return faultyPool(pool, onInterruption)
}

/** Kysely's PostgreSQL dialect on a pool of its own. */
export const postgresqlDialect = (url: string, options: PostgresqlOptions = {}): PostgresDialect =>
  new PostgresDialect({ pool: postgresqlPool(url, options) })

const faultyPool = (pool: Pool, onInterruption: () => void): PostgresPool => {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  const nameOf = statementNames()
  return {
    connect: async () => {
      try {
        const client = await pool.connect()
        const seen = known.get(client) ?? faultyClient(client, { nameOf, onInterruption })
        known.set(client, seen)
        return seen
      } catch (error) {
        if (isConnectionLost(error)) onInterruption()
        throw databaseFault(error)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

interface ClientDeps {
  readonly nameOf: (sql: string) => string | undefined
  readonly onInterruption: () => void
}

const faultyClient = (client: PoolClient, { nameOf, onInterruption }: ClientDeps): PostgresPoolClient => {
  let lost = false
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    // Without parameters (begin, commit) the simple protocol has fewer round trips.
    const name = parameters.length === 0 ? undefined : nameOf(text)
    try {
      return await client.query({ text, values: [...parameters], ...(name === undefined ? {} : { name }) })
    } catch (error) {
      if (isConnectionLost(error)) {
        lost = true
        onInterruption()
      }
      throw databaseFault(error)
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    // A lost connection must not be reused, because a late reply could be taken for that of another query.
    release: () => client.release(lost),
  }
}
