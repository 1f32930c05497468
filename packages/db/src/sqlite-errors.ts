import { basename } from 'node:path'
import { databaseErrors } from './database-faults.ts'

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html), which are the lowest byte of extended ones. */
const busy = 5
const [readOnly, ioError, full, cannotOpen] = [8, 10, 13, 14]
const [corrupt, notADatabase] = [11, 26]

const unavailable: readonly unknown[] = [busy, readOnly, ioError, full, cannotOpen]
const damaged: readonly unknown[] = [corrupt, notADatabase]

/** The database file is corrupt. Names the file, for operators. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged'
  constructor(file: string, reason: string, cause?: unknown) {
    const remedy = `put a backup in its place, or what "sqlite3 ${file} .recover" can still read of it`
    super(`the database ${file} is damaged (${reason}); ${remedy}`, { cause })
  }
}

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined

/** Whether another connection has locked the database. */
export const isBusy = (error: unknown): boolean => codeOf(error) === busy

/**
 * The fault for an error of SQLite, or the error itself: a full, failing or read-only disk makes the database unavailable. The
 * fault contains the file's name without its directory, which is no client's concern.
 */
export const sqliteFault = (error: unknown, file: string): unknown => {
  const code = codeOf(error)
  if (!(error instanceof Error) || code === undefined) return error
  if (damaged.includes(code)) return new DatabaseDamaged(file, error.message, error)
  if (!unavailable.includes(code)) return error
  const reason = `${basename(file)}: ${error.message}`
  return databaseErrors.DatabaseUnavailable({ reason }, { cause: error })
}
