import type { SwiftApp } from '../../app/app.ts'
import type { Metadata } from '../../domain/metadata.ts'
import type { Middleware, ObjectRequest } from '../object-request.ts'

const isTrue = (text: string): boolean => ['true', '1', 'yes', 'on', 't', 'y'].includes(text.toLowerCase())

const name = (of: 'account' | 'container'): string => `x-${of}-rfc-compliant-etags`

/** The change a request makes to the ETag setting of an account or container, in normalized form; an empty value removes it. */
export const etagChanges = (
  { config }: Pick<SwiftApp, 'config'>,
  headers: Metadata,
  of: 'account' | 'container',
): Metadata => {
  if (!config['filter:etag-quoter'].enabled) return {}
  const isRemoved = (headers[`x-remove-${of}-rfc-compliant-etags`] ?? '') !== ''
  const said = isRemoved ? '' : headers[name(of)]
  if (said === undefined) return {}
  return { [name(of)]: said === '' ? '' : isTrue(said) ? 'True' : 'False' }
}

/** Quotes the ETags of objects as RFC 9110 requires, by the setting of the container, else the account, else the operator. */
export const etagQuoter = (app: SwiftApp): Middleware => {
  const { enabled, enable_by_default: usual } = app.config['filter:etag-quoter']
  if (!enabled) return (next) => next
  const isWanted = async ({ account, container = '' }: ObjectRequest): Promise<boolean> => {
    const found = await app.containers.find(account, container)
    if (!found) return false
    const said =
      found.metadata[name('container')] ?? (await app.accounts.find(account))?.metadata[name('account')]
    return said === undefined ? usual : isTrue(said)
  }
  return (next) => async (request) => {
    const response = await next(request)
    const { etag } = response.headers
    if (request.object === undefined || etag === undefined || /^(W\/)?".*"$/.test(etag)) return response
    if (!(await isWanted(request))) return response
    return { ...response, headers: { ...response.headers, etag: `"${etag}"` } }
  }
}
