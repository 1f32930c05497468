import { asksOnlyPolicy } from '@nimbo/http/asks-only-policy'
import type { SwiftApp } from '../app/app.ts'
import type { Wanted } from '../app/access/access.ts'
import type { Account } from '../db/accounts.ts'
import type { Container } from '../db/containers.ts'
import { timestampNow } from '../domain/timestamps.ts'
import { errors } from '../errors.ts'
import type { ObjectRequest } from './object-request.ts'
import { PolicyAnswer } from './policy-answer.ts'

type Right = Wanted['right']

/** Throws unless the caller has the right. */
export const requireRight = (
  { account, container, object, access, headers, http }: ObjectRequest,
  right: Right,
  acls: Pick<Wanted, 'readAcl' | 'writeAcl'> = {},
): void => {
  const wanted = {
    ...{ account, right, headers, ...acls },
    ...(container === undefined ? {} : { container }),
    ...(object === undefined ? {} : { object }),
  }
  if (!access.may(wanted)) throw access.isKnown ? errors.Forbidden() : errors.Unauthenticated()
  if (asksOnlyPolicy(http)) throw new PolicyAnswer()
}

/**
 * The account that a request names. Throws unless the caller owns it. With `account_autocreate`, an account that has no record
 * yet is returned as an empty one.
 */
export const requireAccount = async (app: SwiftApp, request: ObjectRequest): Promise<Account> => {
  requireRight(request, 'own')
  const known = await app.accounts.find(request.account)
  if (known) return known
  if (!app.config['app:proxy-server'].account_autocreate) throw errors.NotFound()
  return { name: request.account, createdAt: timestampNow(app.clock), metadata: {} }
}

/** Throws unless the caller has the right to the container that the request names, which may not exist. */
export const requireRightTo = (
  container: Container | undefined,
  request: ObjectRequest,
  right: Right,
): void => {
  const { 'x-container-read': readAcl, 'x-container-write': writeAcl } = container?.metadata ?? {}
  requireRight(request, right, { readAcl, writeAcl })
}

/** The container that a request names. Throws unless the caller has the right to it. */
export const requireContainer = async (
  app: SwiftApp,
  request: ObjectRequest,
  right: Right,
): Promise<Container> => {
  const container = await app.containers.find(request.account, request.container ?? '')
  // Checked before the existence, so that unauthorized callers do not learn which containers exist.
  requireRightTo(container, request, right)
  if (!container) throw errors.NotFound()
  return container
}
