import { errors } from '../errors.ts'

/** The error codes of a full disk: of the file system and of PostgreSQL; that of SQLite is below. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
const sqliteFull = 13

const isDiskFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('code' in error && codes.includes(error.code)) return true
  if ('errcode' in error && error.errcode === sqliteFull) return true
  return isDiskFull(error.cause)
}

/** Translates errors of a full disk into 507, whether they come from the storage of bytes or from the database. */
export const whenDiskIsFull = (error: unknown): unknown =>
  isDiskFull(error) ? errors.NoRoom({}, { cause: error }) : error
