import { errors } from '../errors.ts'
import type { SwiftApp } from './app.ts'

interface Asked {
  readonly method: string
  /** The account that the request would write to. */
  readonly account: string
  /** Whether it is a bulk delete, which is a POST. */
  readonly deletesMany: boolean
}

const mark = 'x-account-sysmeta-read-only'

/**
 * Returns a check that throws if the store or the account is read-only and the request writes; with `allow_deletes`, deletions are
 * allowed. Undefined if neither the store nor any account can be read-only.
 */
export const writersCheck = (
  app: Pick<SwiftApp, 'config' | 'accounts'>,
): ((asked: Asked) => Promise<void>) | undefined => {
  const { read_only: isClosed, allow_deletes: mayDelete, enabled } = app.config['filter:read_only']
  if (!isClosed && !enabled) return undefined
  const refused = mayDelete ? ['COPY', 'POST', 'PUT'] : ['COPY', 'DELETE', 'POST', 'PUT']
  const allow = mayDelete ? 'DELETE, GET, HEAD, OPTIONS' : 'GET, HEAD, OPTIONS'
  const isClosedFor = async (account: string): Promise<boolean> => {
    const said = enabled ? (await app.accounts.find(account))?.metadata[mark] : undefined
    return said === undefined ? isClosed : said === 'true'
  }
  return async ({ method, account, deletesMany }) => {
    if (!refused.includes(method) || (mayDelete && deletesMany)) return
    if (await isClosedFor(account)) throw errors.MethodNotAllowed({ allow })
  }
}
