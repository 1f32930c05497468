import { hash } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Tracer } from '@nimbo/trace/tracer'
import { anonymousContext } from '../anonymous-context.ts'
import { certificateThumbprint } from '../certificate-thumbprint.ts'
import type { Filter, HttpRequest, HttpResponse } from '../message.ts'
import { json } from '../reply.ts'
import { isAllowedBy } from './access-rules.ts'
import type { ForgetTokens } from './invalidated-tokens.ts'
import { type Bearer, tokenCache } from './token-cache.ts'
import type { TokenIdentity } from './token-identity.ts'

/** Validates a token with Keystone; undefined when it is invalid. Throws when Keystone does not answer. */
export type ValidateToken = (ctx: Context, token: string) => Promise<TokenIdentity | undefined>

export interface AuthtokenOptions {
  readonly validate: ValidateToken
  readonly tracer: Tracer
  readonly clock: Clock
  /** How long a validated token is cached, in milliseconds. */
  readonly cacheMs: number
  /** Registers a callback for the invalidation of tokens. */
  readonly onInvalidated: (forget: ForgetTokens) => void
  /** The Keystone URL for `WWW-Authenticate`. */
  readonly identityUri: string
  /** The service's types in the catalog, for access rules. */
  readonly serviceTypes: readonly string[]
  /** Pass requests without a valid token as anonymous ones; the API decides. */
  readonly delayAuthDecision?: boolean
}

/** Authenticates `X-Auth-Token` (and `X-Service-Token`) with Keystone, as keystonemiddleware does. */
export const authtoken = (options: AuthtokenOptions): Filter => {
  const cache = tokenCache(options.clock, options.cacheMs)
  options.onInvalidated(cache.forget)

  const ask = async (ctx: Context, token: string, digest: string): Promise<Bearer | undefined> => {
    const keep = cache.beforeAsking()
    const identity = await options.validate(ctx, token)
    if (identity === undefined || identity.expiresAt <= options.clock.now()) return undefined
    return keep(digest, identity)
  }

  /** Validates the user's token, and then that of the service unless the first is refused. */
  const identify = (request: HttpRequest, tokens: readonly (string | undefined)[]) =>
    options.tracer.span(anonymousContext(request.state), 'validate-token', async (ctx, annotate) => {
      const found: (Bearer | undefined)[] = []
      let cached = true
      for (const token of tokens) {
        const digest = token && hash('sha256', token, 'hex')
        const known = digest ? cache.find(digest) : undefined
        if (digest && known === undefined) cached = false
        found.push(known ?? (token && digest ? await ask(ctx, token, digest) : undefined))
        if (found[0] === undefined && !options.delayAuthDecision) break
      }
      annotate({ cached })
      return found
    })

  /**
   * Whether the token may be used for the request. With a service token it is not checked, since the service that received the
   * user's request has done so. Every user may validate their own token.
   */
  const admits = (bearer: Bearer, service: Bearer | undefined, request: HttpRequest): boolean => {
    if (service?.roles.includes('service')) return true
    if (!isShownByItsOwner(bearer, request)) return false
    const { accessRules } = bearer
    if (accessRules === undefined) return true
    if (options.serviceTypes.includes('identity') && isOwnValidation(request)) return true
    const { method, path, mount, state } = request
    const ownMount = mount.slice(state.forwardedPrefix?.length ?? 0)
    return isAllowedBy(accessRules, options.serviceTypes, { method, path, mount: ownMount })
  }

  return (next) => async (request) => {
    const token = request.headers['x-auth-token'] ?? bearerToken(request)
    const serviceToken = request.headers['x-service-token']
    const [bearer, service] = token || serviceToken ? await identify(request, [token, serviceToken]) : []
    const user = bearer && admits(bearer, service, request) ? whoAsks(bearer) : undefined
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

type User = Omit<Bearer, 'accessRules' | 'dependsOn' | 'certificateThumbprint'>

/** The user of each cached token, since a token is used for many requests. */
const users = new WeakMap<Bearer, User>()

const whoAsks = (bearer: Bearer): User => {
  const known = users.get(bearer)
  if (known) return known
  const { accessRules: _, dependsOn: __, certificateThumbprint: ___, ...user } = bearer
  users.set(bearer, user)
  return user
}

/** A token in the `Authorization: Bearer` header (RFC 6750). */
const bearerToken = ({ headers }: HttpRequest): string | undefined =>
  /^Bearer +([\w.~+/=-]+) *$/i.exec(headers.authorization ?? '')?.[1]

/** A certificate-bound token is valid only with that client certificate (RFC 8705). */
const isShownByItsOwner = ({ certificateThumbprint: wanted }: Bearer, request: HttpRequest): boolean => {
  if (wanted === undefined) return true
  const { clientCertificate: shown } = request
  return shown !== undefined && certificateThumbprint(shown) === wanted
}

const isOwnValidation = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && path === '/v3/auth/tokens'

/** keystonemiddleware's 401 reply. */
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
