import { authMethods } from '@nimbo/contracts/identity/tokens'
import type { Scope, TokenClaims } from './token-claims.ts'

type Payload = Readonly<Record<string, unknown>>

const scopeMembers = (scope: Scope): Payload => {
  switch (scope.kind) {
    case 'unscoped':
      return {}
    case 'project':
      return { openstack_project_id: scope.id }
    case 'domain':
      return { openstack_domain_id: scope.id }
    case 'system':
      return { openstack_system: 'all' }
  }
}

/**
 * The payload of a JWS token, with Keystone's claim names. Instants are seconds with a fraction, since revocations are compared
 * with more than seconds of precision.
 */
export const jwsPayload = (claims: TokenClaims): Payload => ({
  sub: claims.userId,
  iat: claims.issuedAt / 1000,
  exp: claims.expiresAt / 1000,
  openstack_methods: claims.methods,
  openstack_audit_ids: claims.auditIds,
  ...scopeMembers(claims.scope),
  openstack_app_cred_id: claims.applicationCredentialId,
  openstack_trust_id: claims.trustId,
  openstack_idp_id: claims.federation?.idpId,
  openstack_protocol_id: claims.federation?.protocolId,
  openstack_access_token_id: claims.accessTokenId,
  openstack_thumbprint: claims.certificateThumbprint,
})

const scopeIn = (payload: Payload): Scope => {
  const { openstack_project_id: project, openstack_domain_id: domain, openstack_system: system } = payload
  if (typeof project === 'string') return { kind: 'project', id: project }
  if (typeof domain === 'string') return { kind: 'domain', id: domain }
  return system === undefined ? { kind: 'unscoped' } : { kind: 'system' }
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const named = <const Name extends string>(name: Name, value: unknown): { readonly [N in Name]?: string } =>
  typeof value === 'string' ? ({ [name]: value } as { readonly [N in Name]?: string }) : {}

/** The claims in a payload whose signature has been verified; undefined if it is not that of a token. */
export const claimsInJws = (payload: Payload): TokenClaims | undefined => {
  const { sub, iat, exp, openstack_idp_id: idpId, openstack_protocol_id: protocolId } = payload
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return undefined
  const methods = textsIn(payload.openstack_methods)
  return {
    userId: sub,
    methods: authMethods.filter((method) => methods.includes(method)),
    scope: scopeIn(payload),
    issuedAt: Math.round(iat * 1000),
    expiresAt: Math.round(exp * 1000),
    auditIds: textsIn(payload.openstack_audit_ids),
    ...named('applicationCredentialId', payload.openstack_app_cred_id),
    ...named('trustId', payload.openstack_trust_id),
    ...named('accessTokenId', payload.openstack_access_token_id),
    ...named('certificateThumbprint', payload.openstack_thumbprint),
    ...(typeof idpId === 'string' && typeof protocolId === 'string'
      ? { federation: { idpId, protocolId } }
      : {}),
  }
}
