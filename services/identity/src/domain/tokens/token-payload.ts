import { decode, encode } from '@msgpack/msgpack'
import { authMethods } from '@nimbo/contracts/identity/tokens'
import type { AuthMethod, Scope, TokenClaims } from './token-claims.ts'

/** The first element of a payload: the kind of scope. */
const versions = { unscoped: 0, domain: 1, project: 2, system: 8 } as const

const hexPattern = /^[0-9a-f]{32}$/

/** Most ids are UUIDs in hex, which are half as long as bytes. */
const packId = (id: string): Uint8Array | string => (hexPattern.test(id) ? Buffer.from(id, 'hex') : id)

const unpackId = (packed: unknown): string => {
  if (packed instanceof Uint8Array) return Buffer.from(packed).toString('hex')
  if (typeof packed === 'string') return packed
  throw new TypeError('an id must be text or bytes')
}

/** Restores the padding, which the bytes do not contain. */
const unpackThumbprint = (packed: unknown): string => {
  if (!(packed instanceof Uint8Array)) throw new TypeError('a thumbprint must be bytes')
  const text = Buffer.from(packed).toString('base64url')
  return text.padEnd(4 * Math.ceil(text.length / 4), '=')
}

const methodBits = (methods: readonly AuthMethod[]): number =>
  methods.reduce((bits, method) => bits | (1 << authMethods.indexOf(method)), 0)

/**
 * Encodes a token's claims as a compact msgpack array: `[version, user, methods, scope, issued, expires, audit ids, application
 * credential, trust, identity provider, protocol, access token, certificate]`. Trailing elements that are not set are omitted.
 */
export const encodeClaims = (claims: TokenClaims): Uint8Array => {
  const {
    userId,
    methods,
    scope,
    issuedAt,
    expiresAt,
    auditIds,
    applicationCredentialId,
    trustId,
    federation,
    accessTokenId,
    certificateThumbprint,
  } = claims
  const packed = (id: string | undefined) => (id === undefined ? null : packId(id))
  const rest = [
    packed(applicationCredentialId),
    packed(trustId),
    packed(federation?.idpId),
    packed(federation?.protocolId),
    packed(accessTokenId),
    certificateThumbprint === undefined ? null : Buffer.from(certificateThumbprint, 'base64url'),
  ]
  return encode([
    versions[scope.kind],
    packId(userId),
    methodBits(methods),
    'id' in scope ? packId(scope.id) : null,
    issuedAt,
    expiresAt,
    auditIds.map((id) => Buffer.from(id, 'base64url')),
    ...rest.slice(0, 1 + rest.findLastIndex((id) => id !== null)),
  ])
}

const scopeOf = (version: unknown, id: unknown): Scope => {
  switch (version) {
    case versions.unscoped:
      return { kind: 'unscoped' }
    case versions.domain:
      return { kind: 'domain', id: unpackId(id) }
    case versions.project:
      return { kind: 'project', id: unpackId(id) }
    case versions.system:
      return { kind: 'system' }
    default:
      throw new TypeError(`unknown token version ${String(version)}`)
  }
}

const isGiven = (packed: unknown): boolean => packed !== null && packed !== undefined

/** Decodes the claims of a payload; undefined if it is not one. */
export const decodeClaims = (payload: Uint8Array): TokenClaims | undefined => {
  try {
    const fields = decode(payload)
    if (!Array.isArray(fields)) return undefined
    const [
      version,
      user,
      bits,
      scope,
      issuedAt,
      expiresAt,
      audits,
      credential,
      trust,
      idp,
      protocol,
      access,
      certificate,
    ] = fields as unknown[]
    if (typeof bits !== 'number' || typeof issuedAt !== 'number' || typeof expiresAt !== 'number')
      return undefined
    if (!Array.isArray(audits)) return undefined
    return {
      userId: unpackId(user),
      methods: authMethods.filter((_, index) => bits & (1 << index)),
      scope: scopeOf(version, scope),
      issuedAt,
      expiresAt,
      auditIds: audits.map((id) => Buffer.from(id as Uint8Array).toString('base64url')),
      ...(isGiven(credential) ? { applicationCredentialId: unpackId(credential) } : {}),
      ...(isGiven(trust) ? { trustId: unpackId(trust) } : {}),
      ...(isGiven(idp) && isGiven(protocol)
        ? { federation: { idpId: unpackId(idp), protocolId: unpackId(protocol) } }
        : {}),
      ...(isGiven(access) ? { accessTokenId: unpackId(access) } : {}),
      ...(isGiven(certificate) ? { certificateThumbprint: unpackThumbprint(certificate) } : {}),
    }
  } catch {
    return undefined
  }
}
