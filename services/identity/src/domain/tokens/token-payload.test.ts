import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from '@msgpack/msgpack'
import type { Scope, TokenClaims } from './token-claims.ts'
import { decodeClaims, encodeClaims } from './token-payload.ts'

const hex = '0123456789abcdef0123456789abcdef'
const scopes: Scope[] = [
  { kind: 'unscoped' },
  { kind: 'project', id: hex },
  { kind: 'domain', id: 'default' },
  { kind: 'system' },
]

for (const scope of scopes)
  test(`encoding and decoding keeps the claims of a token with scope ${scope.kind}`, () => {
    const claims: TokenClaims = {
      userId: hex,
      methods: ['password', 'token'],
      scope,
      issuedAt: 1_700_000_000_123,
      expiresAt: 1_700_003_600_123,
      auditIds: ['AAECAwQFBgcICQoLDA0ODw', 'EBESExQVFhcYGRobHB0eHw'],
      applicationCredentialId: 'not-hex',
      trustId: hex,
    }
    assert.deepEqual(decodeClaims(encodeClaims(claims)), claims)
  })

test('encoding and decoding keeps the claims of a federated token of a trust', () => {
  const claims: TokenClaims = {
    userId: hex,
    methods: ['totp', 'ec2credential'],
    scope: { kind: 'project', id: hex },
    issuedAt: 1_700_000_000_123,
    expiresAt: 1_700_003_600_123,
    auditIds: ['AAECAwQFBgcICQoLDA0ODw'],
    trustId: hex,
    federation: { idpId: 'acme', protocolId: 'openid' },
  }
  assert.deepEqual(decodeClaims(encodeClaims(claims)), claims)
})

test('a payload stays short enough for a token of 255 characters', () => {
  const claims: TokenClaims = {
    userId: hex,
    methods: ['application_credential', 'token'],
    scope: { kind: 'project', id: hex },
    issuedAt: 1_700_000_000_123,
    expiresAt: 1_700_003_600_123,
    auditIds: ['AAECAwQFBgcICQoLDA0ODw', 'EBESExQVFhcYGRobHB0eHw'],
    applicationCredentialId: hex,
  }
  const sealed = 9 + 16 + Math.ceil((encodeClaims(claims).length + 1) / 16) * 16 + 32
  assert.ok(Math.ceil((sealed * 4) / 3) <= 255)
})

test('decoding anything but a payload of this format yields no claims', () => {
  const others = [
    Buffer.from(''),
    Buffer.from('hello'),
    encode({}),
    encode([77, hex, 1, null, 0, 0, []]),
    encode([0, 5, 1]),
  ]
  for (const bytes of others) assert.equal(decodeClaims(bytes), undefined)
})
