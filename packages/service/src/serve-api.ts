import { identityClient } from '@nimbo/clients/identity'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { identityApi } from '@nimbo/contracts/identity/api'
import type { TokenView } from '@nimbo/contracts/identity/tokens'
import { defaultBodyLimit } from '@nimbo/http/bounded-body'
import { authtoken, type ValidateToken } from '@nimbo/http/filters/authtoken'
import { cors } from '@nimbo/http/filters/cors'
import { type FaultwrapOptions, faultwrap } from '@nimbo/http/filters/faultwrap'
import { httpProxyToWsgi } from '@nimbo/http/filters/http-proxy-to-wsgi'
import { keystonecontext } from '@nimbo/http/filters/keystonecontext'
import { noauth2 } from '@nimbo/http/filters/noauth2'
import { profiler } from '@nimbo/http/filters/profiler'
import { requestId } from '@nimbo/http/filters/request-id'
import { requestLog } from '@nimbo/http/filters/request-log'
import { sizelimit } from '@nimbo/http/filters/sizelimit'
import type { TokenIdentity } from '@nimbo/http/filters/token-identity'
import type { Handler } from '@nimbo/http/message'
import { asksForOpenApi, type DescribedApi, openApiDocument } from '@nimbo/http/open-api-document'
import { type FilterFactory, loadPaste } from '@nimbo/http/paste'
import { flagIn, wholeNumberIn } from '@nimbo/http/paste-settings'
import { whenFirstAsked } from '@nimbo/http/when-first-asked'
import { Fault } from '@nimbo/kernel/errors'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Tracer } from '@nimbo/trace/tracer'
import { catalogTypesOf } from './catalog-types.ts'
import type { ServiceHost } from './service-host.ts'

export interface ApiPipeline {
  /** The service's name for overrides, and its account for token validation, such as `nova`. */
  readonly service: string
  /** The built-in `api-paste.ini` with its first section. */
  readonly paste: string
  readonly main: string
  readonly apps: Readonly<Record<string, Handler>>
  readonly tracer: Tracer
  readonly faults: Omit<FaultwrapOptions, 'log' | 'identityUri'>
  /** An additional header with the request id, such as `x-compute-request-id`. */
  readonly requestIdHeader?: string
  /** Validates tokens; asks Keystone by default (Keystone itself validates its own). */
  readonly validateToken?: ValidateToken
  /** Additional or replaced filters. */
  readonly filters?: Readonly<Record<string, FilterFactory>>
  /** What `GET /openapi.json` describes; nothing for guests' APIs. */
  readonly described?: DescribedApi | (() => Promise<DescribedApi>)
}

/** How long a token that was invalidated without notice may still be accepted. */
const defaultTokenCacheSeconds = 60

const words = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Validates tokens with Keystone, using the account `username`. */
export const tokenValidator = (host: ServiceHost, username: string): ValidateToken => {
  const tokens = serviceTokens(host.transport, host.credentials(username), host.clock)
  const authenticate = asService(tokens)
  const identity = identityClient(
    serviceClient({ transport: host.transport, api: identityApi, authenticate }),
  )
  return async (ctx, token) => {
    try {
      const body = await identity.validateToken(ctx, token)
      return body && toTokenIdentity(body)
    } catch (error) {
      // The refusal concerns the service's own account, so the caller gets a 503 instead.
      if (isRemote(error, 401, 403)) throw tokensUnchecked(error)
      throw error
    }
  }
}

const tokensUnchecked = (cause: unknown): Fault =>
  new Fault({
    code: 'TokensUnchecked',
    kind: 'unavailable',
    message: 'The Keystone service is temporarily unavailable.',
    details: {},
    cause,
  })

const dependsOn = (trust: TokenView['OS-TRUST:trust']) =>
  trust ? { dependsOn: [trust.trustor_user.id, trust.trustee_user.id] } : {}

const toTokenIdentity = (body: TokenView): TokenIdentity => ({
  userId: body.user.id,
  userName: body.user.name,
  ...(body.user.domain ? { userDomainId: body.user.domain.id } : {}),
  ...(body.project ? { projectId: body.project.id, projectName: body.project.name } : {}),
  ...(body.project?.domain ? { projectDomainId: body.project.domain.id } : {}),
  ...(body.domain ? { domainId: body.domain.id } : {}),
  ...(body.system?.all ? { systemScope: 'all' } : {}),
  roles: (body.roles ?? []).map(({ name }) => name),
  ...(body.audit_ids[0] ? { auditId: body.audit_ids[0] } : {}),
  expiresAt: Date.parse(body.expires_at),
  ...(body.application_credential?.access_rules
    ? { accessRules: body.application_credential.access_rules }
    : {}),
  ...dependsOn(body['OS-TRUST:trust']),
  ...(body.oauth2_credential ? { certificateThumbprint: body.oauth2_credential['x5t#S256'] } : {}),
})

/** Wraps an API with its pipeline: the operator's `api-paste.ini`, or the built-in one. */
export const serveApi = (host: ServiceHost, api: ApiPipeline): Handler => {
  const validate = api.validateToken ?? tokenValidator(host, api.service)
  const filters: Record<string, FilterFactory> = {
    cors: (settings) =>
      cors({
        allowedOrigins: words(settings.allowed_origin),
        allowMethods: words(settings.allow_methods ?? 'GET PUT POST DELETE PATCH HEAD OPTIONS'),
        allowHeaders: words(
          settings.allow_headers ?? 'X-Auth-Token X-OpenStack-Request-ID OpenStack-API-Version Content-Type',
        ),
        exposeHeaders: words(
          settings.expose_headers ?? 'X-Subject-Token X-OpenStack-Request-ID OpenStack-API-Version',
        ),
        maxAge: wholeNumberIn(settings, 'max_age', 3600),
      }),
    http_proxy_to_wsgi: (settings) => httpProxyToWsgi(flagIn(settings, 'enable_proxy_headers_parsing')),
    request_id: () => requestId(api.requestIdHeader),
    faultwrap: () => faultwrap({ ...api.faults, identityUri: host.identityUri, log: host.log }),
    request_log: () => requestLog(host.log),
    sizelimit: (settings) => sizelimit(wholeNumberIn(settings, 'max_request_body_size', defaultBodyLimit)),
    profiler: () => profiler(api.tracer),
    authtoken: (settings) =>
      authtoken({
        validate,
        tracer: api.tracer,
        clock: host.clock,
        cacheMs: wholeNumberIn(settings, 'token_cache_time', defaultTokenCacheSeconds) * 1000,
        onInvalidated: host.tokenInvalidations.listen,
        identityUri: host.identityUri,
        serviceTypes: catalogTypesOf(api.service),
        delayAuthDecision: flagIn(settings, 'delay_auth_decision'),
      }),
    keystonecontext: () => keystonecontext(host.identityUri),
    noauth2: () => noauth2,
    ...api.filters,
  }
  const pipeline = loadPaste(host.override(api.service, 'api-paste.ini') ?? api.paste, api.main, {
    filters,
    apps: api.apps,
  })
  if (!api.described) return pipeline
  const { described } = api
  const describe = faultwrap({ ...api.faults, identityUri: host.identityUri, log: host.log })(
    whenFirstAsked(async () =>
      openApiDocument(typeof described === 'function' ? await described() : described),
    ),
  )
  return (request) => (asksForOpenApi(request) ? describe(request) : pipeline(request))
}
