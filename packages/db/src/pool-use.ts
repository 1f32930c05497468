/** The connections of a pool at this moment. */
export interface PoolUse {
  readonly total: number
  readonly idle: number
  /** Work that waits for a connection. */
  readonly waiting: number
}
