import type { DatabaseHost } from '../cells-of.ts'

/** A change of stored data that is made while the services run, in batches. */
export interface OnlineMigration {
  readonly name: string
  /**
   * Migrates at most `most` rows. `found` is how many rows it looked at; rows that it finds and cannot migrate yet are not
   * `done`. Both are 0 when nothing is left.
   */
  run(host: DatabaseHost, most: number): Promise<{ readonly found: number; readonly done: number }>
}
