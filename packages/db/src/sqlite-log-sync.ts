import { close, fdatasync, open } from 'node:fs'
import { promisify } from 'node:util'

const disk = { open: promisify(open), fdatasync: promisify(fdatasync), close: promisify(close) }

/**
 * Syncs the write-ahead log of a SQLite database through a file descriptor of its own, in the thread pool: SQLite itself would
 * block the process. Callers that arrive during a sync share the next one, since the current one may have begun before their
 * commit.
 */
export class SqliteLogSync {
  readonly #path: string
  #file: Promise<number> | undefined
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(databaseFile: string) {
    this.#path = `${databaseFile}-wal`
  }

  sync(): Promise<void> {
    if (this.#current === undefined) return this.#begin()
    this.#next ??= this.#current
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.#begin()
      })
    return this.#next
  }

  #begin(): Promise<void> {
    const sync = this.#syncFile().finally(() => {
      if (this.#current === sync) this.#current = undefined
    })
    this.#current = sync
    return sync
  }

  async #syncFile(): Promise<void> {
    this.#file ??= this.#open()
    await disk.fdatasync(await this.#file)
  }

  /** After a failure the next sync tries again: the process may have had no file descriptor left for a moment. */
  #open(): Promise<number> {
    const opening = disk.open(this.#path, 'r')
    opening.catch(() => {
      this.#file = undefined
    })
    return opening
  }

  /** SQLite's locks are not on the log, so closing this descriptor does not release them. */
  async close(): Promise<void> {
    await this.#current?.catch(() => {})
    if (this.#file !== undefined) await disk.close(await this.#file)
  }
}
