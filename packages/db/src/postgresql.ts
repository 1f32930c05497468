import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { outsideLogScope } from '@nimbo/kernel/log-scope'
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, types } from 'pg'
import { databaseFault, isConnectionLost } from './database-faults.ts'
import type { PoolUse } from './pool-use.ts'
import { statementNames } from './statement-names.ts'

/** How a process uses a PostgreSQL server; the names of `[database]` are in brackets. */
export interface PostgresqlOptions {
  /** Connections kept, at most (`max_pool_size`). */
  readonly poolSize?: number
  /** Connections made beyond those while all are in use (`max_overflow`). */
  readonly poolOverflow?: number
  /** How long a query waits for a connection, a free one or a new one (`pool_timeout`). */
  readonly poolWaitMs?: number
  /** How long a connection of no use is kept (`connection_recycle_time`). */
  readonly idleMs?: number
  /** How long one statement may run; 0 for as long as it takes. */
  readonly statementTimeoutMs?: number
  /** How long one statement may wait for what others have locked; 0 for as long as it takes. */
  readonly lockTimeoutMs?: number
  /** What the server's list of connections calls us. */
  readonly applicationName?: string
  readonly log?: Log | undefined
  /** Told, once, how to ask what the pool is at. */
  readonly poolMade?: (use: () => PoolUse) => void
  /** Told of each connection that was lost or could not be made. */
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

/** A server that is cut off cannot tell that a statement's time is over: then the driver does, this much later. */
const answerGraceMs = 5_000
/** A transaction whose process stands still must not hold its locks for ever. */
const idleInTransactionMs = 60_000

const oid = { bool: 16, int8: 20, numeric: 1700 } as const

/**
 * Values as SQLite gives them: counts and sums are numbers, truth is 0 or 1. No column holds integers that a number
 * cannot tell apart.
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

/** Kysely's PostgreSQL dialect over a bounded pool. What the server and the network do to us becomes faults. */
export const postgresqlDialect = (url: string, options: PostgresqlOptions = {}): PostgresDialect => {
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
    // As a database in a file, one that nobody uses keeps no process alive.
    allowExitOnIdle: true,
    types: typeParsers,
  })
  // A connection that breaks while nobody uses it is no failure of anybody: the next one who asks gets a new one.
  pool.on('error', (error) => {
    if (pool.ending) return
    onInterruption()
    outsideLogScope(() =>
      log?.warn({ reason: messageOf(error) }, 'an idle connection to the database is lost'),
    )
  })
  // And one that breaks while it is used tells so by the statement; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  poolMade?.(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  return new PostgresDialect({ pool: faultyPool(pool, onInterruption) })
}

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

interface ClientGround {
  readonly nameOf: (sql: string) => string | undefined
  readonly onInterruption: () => void
}

const faultyClient = (client: PoolClient, { nameOf, onInterruption }: ClientGround): PostgresPoolClient => {
  let lost = false
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    // Without parameters (beginning, committing) the simple protocol is the shorter one.
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
    // A lost connection may still seem to stand: its answer has not come, and must not come to another's question.
    release: () => client.release(lost),
  }
}
