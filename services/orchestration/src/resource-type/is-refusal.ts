import { isRemote } from '@nimbo/operation/client/remote-fault'

/** Too late (408) and too many (429) are reasons to ask again, not refusals. */
const askAgain: readonly number[] = [408, 429]

/** Whether a service has refused a request as it stands (4xx), so that the request has changed nothing. */
export const isRefusal = (error: unknown): boolean => {
  if (!isRemote(error)) return false
  const status = Number(error.details.status)
  return status >= 400 && status < 500 && !askAgain.includes(status)
}
