import { defineErrors, fault, isFault, messageOf } from '@nimbo/kernel/errors'

/** What a database says that its users can act on; all else it says is a defect of ours and stays as it is. */
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

/** Refused, reset, unreachable, unknown: what Node calls it. */
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
 * SQLSTATEs (or their classes, two signs long) by which PostgreSQL says that it cannot serve now: connections lost, no
 * memory, disk or connection left, cancelled by a time limit or an administrator, starting, stopping, read only or closed
 * by an administrator (55000).
 */
const unavailableStates = new Set(['08', '53', '57', '58', '25006', '25P03', '55000', '55P03'])
/** No such database, account or password: for those who use it, it is away; trying again alone does not help. */
const refusedStates = new Set(['28', '3D'])
/** Text with a zero in it, or that is no UTF-8; numbers that no column holds. */
const invalidStates = new Set(['22021', '22P05', '22003', '22P02'])
const retriableStates = new Set(['40001', '40P01'])

/** What the driver says without any code. */
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

/** Whether the transaction lost against another one, and would have its way if it were tried again. */
export const isLostRace = (error: unknown): boolean => retriableStates.has(codeOf(error) ?? '')

/** Columns were added to a table while a connection held a statement that reads all of them. A new connection reads them. */
const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** Whether the connection the error came from is of no further use. */
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

/** The fault that an error of the driver stands for, or the error itself. */
export const databaseFault = (error: unknown): unknown => {
  if (!(error instanceof Error) || isFault(error)) return error
  const code = codeOf(error) ?? ''
  const reason = messageOf(error) || code
  if (isConnectionLost(error) || unavailableStates.has(code) || unavailableStates.has(code.slice(0, 2)))
    return databaseErrors.DatabaseUnavailable({ reason }, { cause: error })
  if (refusedStates.has(code.slice(0, 2))) return databaseErrors.DatabaseRefused({ reason }, { cause: error })
  return invalidStates.has(code) ? databaseErrors.InvalidValue({ reason }, { cause: error }) : error
}
