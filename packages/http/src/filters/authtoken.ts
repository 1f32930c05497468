import { hash } from 'node:crypto'
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

/** What a token adds to a request's context. */
type Who = Omit<TokenIdentity, 'expiresAt'>

interface Cached {
  readonly who: Who
  /** When the token ends or is to be asked about again, whichever comes first. */
  readonly until: number
}

const cachedTokens = 10_000

/** Checks `X-Auth-Token` (and `X-Service-Token`) with identity at every door, as keystonemiddleware does. */
export const authtoken = (options: AuthtokenOptions): Filter => {
  // Keyed by digest, so that a dump of memory shows no tokens.
  const cache = new LRUCache<string, Cached>({ max: cachedTokens })

  const cachedWho = (key: string): Who | undefined => {
    const known = cache.get(key)
    return known !== undefined && known.until > options.clock.now() ? known.who : undefined
  }

  const ask = async (ctx: Context, token: string, key: string): Promise<Who | undefined> => {
    const identity = await options.validate(ctx, token)
    const now = options.clock.now()
    if (identity === undefined || identity.expiresAt <= now) return undefined
    const { expiresAt, ...who } = identity
    cache.set(key, { who, until: Math.min(expiresAt, now + options.cacheMs) })
    return who
  }

  /** Who the user and the service are whose tokens came; both are looked up as one piece of work. */
  const identify = (request: HttpRequest, tokens: readonly (string | undefined)[]) =>
    options.tracer.span(anonymousContext(request.state), 'validate-token', async (ctx, annotate) => {
      const found: (Who | undefined)[] = []
      let cached = true
      for (const token of tokens) {
        const key = token && hash('sha256', token, 'hex')
        const known = key ? cachedWho(key) : undefined
        if (key && known === undefined) cached = false
        found.push(known ?? (token && key ? await ask(ctx, token, key) : undefined))
        if (found[0] === undefined && !options.delayAuthDecision) break
      }
      annotate({ cached })
      return found
    })

  return (next) => async (request) => {
    const token = request.headers['x-auth-token']
    const serviceToken = request.headers['x-service-token']
    const [user, service] = token || serviceToken ? await identify(request, [token, serviceToken]) : []
    if (!user && !options.delayAuthDecision) return unauthorized(options.identityUri)
    if (serviceToken && !service && !options.delayAuthDecision) return unauthorized(options.identityUri)
    if (user) {
      request.state.context = {
        ...anonymousContext(request.state),
        ...user,
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
