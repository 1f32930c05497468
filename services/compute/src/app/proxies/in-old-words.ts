import { isRemote } from '@nimbo/operation/client/remote-fault'
import { errors } from '../../errors.ts'

/** As what compute's old APIs told that another service refused: they knew no conflicts, and a quota was a 403. */
const refusalOf = (error: unknown, missing: string | undefined): unknown => {
  if (!isRemote(error)) return error
  const { status, code } = error.details
  const reason = error.message
  if (status === 413 || code === 'OverQuota') return errors.QuotaRefused({ reason })
  if (status === 409) return errors.BadRequest({ reason })
  if (status === 404) return errors.NotFound({ reason: missing ?? reason })
  return error
}

/** Another service's answer, its refusals as compute's old APIs had them; `missing` is what they said of a 404. */
export const inOldWords = async <Result>(work: Promise<Result>, missing?: string): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw refusalOf(error, missing)
  }
}
