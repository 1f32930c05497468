import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateFingerprint } from '../key-pairs/ssh-key.ts'
import { generateCertificate } from '../key-pairs/x509-key.ts'
import { sampleServer } from '../servers/server.testing.ts'
import { creationData } from './server-payloads.ts'

test('a notification of a creation describes a certificate as such', async () => {
  const { certificate } = await generateCertificate('ada', Date.parse('2026-01-31T12:00:00Z'))
  const [keyPair] = creationData(sampleServer({ keyName: 'win', publicKey: certificate })).keypairs
  const { type, fingerprint } = keyPair?.['nova_object.data'] ?? {}
  assert.deepEqual([type, fingerprint], ['x509', certificateFingerprint(certificate)])
})
