import type { AccessRule } from '@nimbo/contracts/identity/access-rules'
import type { ServiceProvider } from '@nimbo/contracts/identity/service-providers'
import type { TokenView } from '@nimbo/contracts/identity/tokens'
import type { CatalogEntry } from '../../domain/catalog.ts'
import type { Token } from '../../domain/tokens/token.ts'
import { catalogView } from '../catalog/view.ts'
import { wireInstant } from '../../api/wire-instant.ts'

/** Formats an instant as `2026-01-31T12:00:00.000000Z`: tokens use microseconds. */
export const microseconds = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')

const scopeView = ({
  claims,
  project,
  domain,
}: Token): Pick<TokenView, 'is_domain' | 'project' | 'domain' | 'system'> => {
  if (project) return { is_domain: project.id === project.domain.id, project }
  if (domain) return { domain }
  return claims.scope.kind === 'system' ? { system: { all: true } } : {}
}

/** Omitted when all requests are allowed. */
export const shownRules = (rules: readonly AccessRule[]) =>
  rules.length === 0
    ? {}
    : { access_rules: rules.map(({ id, service, method, path }) => ({ id, service, method, path })) }

const credentialView = ({ applicationCredential }: Token): Pick<TokenView, 'application_credential'> =>
  applicationCredential
    ? {
        application_credential: {
          id: applicationCredential.id,
          name: applicationCredential.name,
          restricted: !applicationCredential.unrestricted,
          ...shownRules(applicationCredential.accessRules),
        },
      }
    : {}

const trustView = ({ trust }: Token): Pick<TokenView, 'OS-TRUST:trust'> =>
  trust
    ? {
        'OS-TRUST:trust': {
          id: trust.id,
          impersonation: trust.impersonation,
          trustor_user: { id: trust.trustorId },
          trustee_user: { id: trust.trusteeId },
        },
      }
    : {}

const programView = ({ accessToken }: Token): Pick<TokenView, 'OS-OAUTH1'> =>
  accessToken ? { 'OS-OAUTH1': { access_token_id: accessToken.id, consumer_id: accessToken.consumerId } } : {}

const certificateView = ({
  claims: { certificateThumbprint },
}: Token): Pick<TokenView, 'oauth2_credential'> =>
  certificateThumbprint === undefined ? {} : { oauth2_credential: { 'x5t#S256': certificateThumbprint } }

const federationView = ({ claims: { federation }, federatedGroupIds = [] }: Token) =>
  federation
    ? {
        'OS-FEDERATION': {
          identity_provider: { id: federation.idpId },
          protocol: { id: federation.protocolId },
          groups: federatedGroupIds.map((id) => ({ id })),
        },
      }
    : {}

/** The services and clouds that a token can be used with. */
export interface Beyond {
  readonly catalog: readonly CatalogEntry[]
  readonly serviceProviders: readonly ServiceProvider[]
}

const beyondView = ({
  catalog,
  serviceProviders,
}: Beyond): Pick<TokenView, 'catalog' | 'service_providers'> => ({
  catalog: catalogView(catalog),
  ...(serviceProviders.length === 0
    ? {}
    : {
        service_providers: serviceProviders.map(({ id, auth_url, sp_url }) => ({ id, auth_url, sp_url })),
      }),
})

/**
 * A token as the API returns it. Catalog and service providers are left out if `beyond` is undefined or the token is unscoped.
 */
export const tokenView = (token: Token, beyond: Beyond | undefined): TokenView => {
  const { claims, user, roles } = token
  const scoped = claims.scope.kind !== 'unscoped'
  return {
    methods: [...claims.methods],
    user: {
      domain: user.domain,
      id: user.id,
      name: user.name,
      password_expires_at: wireInstant(user.passwordExpiresAt),
      ...federationView(token),
    },
    audit_ids: [...claims.auditIds],
    expires_at: microseconds(claims.expiresAt),
    issued_at: microseconds(claims.issuedAt),
    ...scopeView(token),
    ...(scoped ? { roles: [...roles] } : {}),
    ...(scoped && beyond ? beyondView(beyond) : {}),
    ...credentialView(token),
    ...trustView(token),
    ...programView(token),
    ...certificateView(token),
  }
}
