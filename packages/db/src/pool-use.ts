/** The current state of a connection pool. */
export interface PoolUse {
  readonly total: number
  readonly idle: number
  /** Queries that wait for a connection. */
  readonly waiting: number
}
