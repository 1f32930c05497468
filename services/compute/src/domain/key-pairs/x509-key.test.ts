import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { certificateFingerprint } from './ssh-key.ts'
import { generateCertificate } from './x509-key.ts'

test('a generated certificate is self-signed, valid for ten years, and matches its private key', async () => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  const { certificate, privateKey } = await generateCertificate('ada', now)
  const read = new X509Certificate(certificate)
  assert.equal(read.subject, 'CN=ada')
  assert.ok(read.verify(read.publicKey))
  assert.ok(read.checkPrivateKey(createPrivateKey(privateKey)))
  assert.equal(new Date(read.validFrom).getTime(), now)
  assert.equal(new Date(read.validTo).getUTCFullYear(), 2036)
  assert.deepEqual(read.keyUsage, ['1.3.6.1.5.5.7.3.2'])
  assert.match(certificateFingerprint(certificate), /^([0-9a-f]{2}:){19}[0-9a-f]{2}$/)
})
