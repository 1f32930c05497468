import { errors } from '../errors.ts'

/** What the file system says, and what SQLite and PostgreSQL do of theirs. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
const sqliteFull = 13

const isDiskFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('code' in error && codes.includes(error.code)) return true
  if ('errcode' in error && error.errcode === sqliteFull) return true
  return isDiskFull(error.cause)
}

/** In Swift's words, where a failure is that there is no room: 507, whether for bytes or for the rows that name them. */
export const whenDiskIsFull = (error: unknown): unknown =>
  isDiskFull(error) ? errors.NoRoom({}, { cause: error }) : error
