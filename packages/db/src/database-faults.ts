import { defineErrors, fault, isFault, messageOf } from '@nimbo/kernel/errors'

/** Database errors that users can act on; all others are bugs and stay as they are. */
export const databaseErrors = defineErrors({
  DatabaseUnavailable: fault<{ reason: string }>(
    'unavailable',
    ({ reason }) => `The database cannot be used now: ${reason}`,
  ),
  DatabaseRefused: fault<{ reason: string }>(
    'unavailable',
    ({ reason }) => `The database does not let anyone in under this address: ${reason}`,
  ),
  InvalidValue: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `A value cannot be kept in the database: ${reason}`,
  ),
})

/** Node's error codes for refused, reset, unreachable and unknown hosts. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/**
 * SQLSTATEs or classes (first two characters) by which PostgreSQL says that it cannot serve now: connection lost, out of
 * resources, cancelled by timeout or administrator, starting, stopping, read-only, or closed by an administrator (55000).
 */
const unavailableStates = new Set(['08', '53', '57', '58', '25006', '25P03', '55000', '55P03'])
/** Missing database, or refused account or password: unavailable for users, but retrying does not help. */
const refusedStates = new Set(['28', '3D'])
/** Text with a NUL character or invalid UTF-8; numbers out of range. */
const invalidStates = new Set(['22021', '22P05', '22003', '22P02'])
const retriableStates = new Set(['40001', '40P01'])

/** Messages of the driver that have no code. */
const driverSentences = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
]

const codeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Whether the transaction failed to serialize or deadlocked and should be repeated. */
export const isLostRace = (error: unknown): boolean => retriableStates.has(codeOf(error) ?? '')

/** A table got new columns after the connection had prepared `select *`. A new connection prepares it again. */
const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** Whether the connection is unusable after the error. */
export const isConnectionLost = (error: unknown): boolean => {
  const code = codeOf(error) ?? ''
  if (
    isStalePlan(error) ||
    networkCodes.has(code) ||
    code.startsWith('08') ||
    (code.startsWith('57P') && code !== '57P05')
  )
    return true
  return driverSentences.some((sentence) => messageOf(error).startsWith(sentence))
}

/** The fault for a driver's error, or the error itself. */
export const databaseFault = (error: unknown): unknown => {
  if (!(error instanceof Error) || isFault(error)) return error
  const code = codeOf(error) ?? ''
  const reason = messageOf(error) || code
  if (isConnectionLost(error) || unavailableStates.has(code) || unavailableStates.has(code.slice(0, 2)))
    return databaseErrors.DatabaseUnavailable({ reason }, { cause: error })
  if (refusedStates.has(code.slice(0, 2))) return databaseErrors.DatabaseRefused({ reason }, { cause: error })
  return invalidStates.has(code) ? databaseErrors.InvalidValue({ reason }, { cause: error }) : error
}
