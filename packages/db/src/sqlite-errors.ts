import { basename } from 'node:path'
import { databaseErrors } from './database-faults.ts'

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html); the extended ones have them in their lowest byte. */
const codes = { busy: 5, readOnly: 8, ioError: 10, full: 13, cannotOpen: 14 } as const

const unavailable: readonly number[] = Object.values(codes)

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined

/** Whether another connection has locked the database. */
export const isBusy = (error: unknown): boolean => codeOf(error) === codes.busy

/**
 * The fault that an error of SQLite stands for, or the error itself: a database whose disk is full, fails or may only be
 * read is away until that has changed. The fault names the file and not its directory, which is no client's concern.
 */
export const sqliteFault = (error: unknown, file: string): unknown => {
  const code = codeOf(error)
  if (!(error instanceof Error) || code === undefined || !unavailable.includes(code)) return error
  return databaseErrors.DatabaseUnavailable(
    { reason: `${basename(file)}: ${error.message}` },
    { cause: error },
  )
}
