import { isRemote } from '@nimbo/operation/client/remote-fault'
import { errors } from '../../errors.ts'

/**
 * Converts another service's refusal into an error of Nova's deprecated APIs, which knew no 409 and used 403 for
 * quotas.
 */
const refusalOf = (error: unknown, missing: string | undefined): unknown => {
  if (!isRemote(error)) return error
  const { status, code } = error.details
  const reason = error.message
  if (status === 413 || code === 'OverQuota') return errors.QuotaRefused({ reason })
  if (status === 409) return errors.BadRequest({ reason })
  if (status === 404) return errors.NotFound({ reason: missing ?? reason })
  return error
}

/** Awaits another service's answer and converts its refusals; `missing` is the message for a 404. */
export const inOldWords = async <Result>(work: Promise<Result>, missing?: string): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw refusalOf(error, missing)
  }
}
