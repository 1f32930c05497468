import { createHash } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Tracer } from '@nimbo/trace/tracer'
import { LRUCache } from 'lru-cache'
import { anonymousContext } from '../anonymous-context.ts'
import type { Filter, HttpRequest, HttpResponse } from '../message.ts'
import { json } from '../reply.ts'

/** What identity says of a valid token: the parts of a context that come from it. */
export type TokenIdentity = Pick<
  Context,
  | 'userId'
  | 'userName'
  | 'userDomainId'
  | 'projectId'
  | 'projectName'
  | 'projectDomainId'
  | 'domainId'
  | 'systemScope'
  | 'roles'
  | 'auditId'
> & {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Asks identity about a token; undefined when it is not valid. Throws when identity does not answer. */
export type ValidateToken = (ctx: Context, token: string) => Promise<TokenIdentity | undefined>

export interface AuthtokenOptions {
  readonly validate: ValidateToken
  readonly tracer: Tracer
  readonly clock: Clock
  /** How long a validated token is believed without asking again, in milliseconds. */
  readonly cacheMs: number
  /** Named in `WWW-Authenticate`. */
  readonly identityUri: string
  /** Let requests without a valid token through, as ones by nobody: the API decides. */
  readonly delayAuthDecision?: boolean
}

interface Cached {
  readonly identity: TokenIdentity
  readonly until: number
}

const cachedTokens = 10_000

/** Checks `X-Auth-Token` (and `X-Service-Token`) with identity at every door, as keystonemiddleware does. */
export const authtoken = (options: AuthtokenOptions): Filter => {
  // Keyed by digest, so that a dump of memory shows no tokens.
  const cache = new LRUCache<string, Cached>({ max: cachedTokens })

  const identify = (request: HttpRequest, token: string): Promise<TokenIdentity | undefined> =>
    options.tracer.span(anonymousContext(request.state), 'validate-token', async (ctx, annotate) => {
      const key = createHash('sha256').update(token).digest('base64')
      const now = options.clock.now()
      const known = cache.get(key)
      const cached = known !== undefined && known.until > now && known.identity.expiresAt > now
      annotate({ cached })
      if (cached) return known.identity
      const identity = await options.validate(ctx, token)
      if (identity && identity.expiresAt > now) cache.set(key, { identity, until: now + options.cacheMs })
      return identity && identity.expiresAt > now ? identity : undefined
    })

  return (next) => async (request) => {
    const token = request.headers['x-auth-token']
    const identity = token ? await identify(request, token) : undefined
    if (!identity && !options.delayAuthDecision) return unauthorized(options.identityUri)
    const serviceToken = request.headers['x-service-token']
    const service = serviceToken ? await identify(request, serviceToken) : undefined
    if (serviceToken && !service && !options.delayAuthDecision) return unauthorized(options.identityUri)
    if (identity) {
      const { expiresAt: _, ...who } = identity
      request.state.context = {
        ...anonymousContext(request.state),
        ...who,
        ...(token ? { token } : {}),
        ...(service ? { serviceRoles: service.roles } : {}),
      }
    }
    return next(request)
  }
}

/** The reply of keystonemiddleware to a request without a valid token. */
export const unauthorized = (identityUri: string): HttpResponse =>
  json(
    401,
    {
      error: {
        code: 401,
        title: 'Unauthorized',
        message: 'The request you have made requires authentication.',
      },
    },
    { 'www-authenticate': `Keystone uri="${identityUri}"` },
  )
