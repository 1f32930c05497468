import assert from 'node:assert/strict'
import { constants, createSign, randomBytes, X509Certificate } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { SignatureMaterial } from '@nimbo/contracts/compute-rpc/image-signature'
import { certificatesIn, type SigningCertificate } from '@nimbo/testing/signing-certificates'
import { type TemporaryDirectory, temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { pathLengthOf } from './path-length.ts'
import { signatureCheck } from './signature-check.ts'

const data = randomBytes(10_000)
let now = 0
const names = [
  'root',
  'middle',
  'last',
  'short',
  'below',
  'deep',
  'signer',
  'stranger',
  'old',
  'ec',
  'dsa',
] as const
const made = new Map<string, SigningCertificate>()

const certificate = (name: (typeof names)[number]): SigningCertificate => {
  const found = made.get(name)
  assert.ok(found)
  return found
}
const kept = (name: (typeof names)[number]) => ({
  id: name,
  content: Buffer.from(certificate(name).certificate).toString('base64'),
})

const signedBy = (name: (typeof names)[number], keyType: string): SignatureMaterial => {
  const { key } = certificate(name)
  const pss = {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN,
  }
  const signature = createSign('sha256')
    .update(data)
    .sign(keyType === 'RSA-PSS' ? pss : key, 'base64')
  return { signature, hashMethod: 'SHA-256', keyType, certificate: kept(name) }
}

const judge = (signature: Parameters<typeof signatureCheck>[1], content = data): void => {
  const check = signatureCheck('image-1', signature, { now })
  check.update(content.subarray(0, 4_000))
  check.update(content.subarray(4_000))
  check.finish()
}
const code = (code: string, message: RegExp) => ({ code, message })

let directory: TemporaryDirectory | undefined
after(() => directory?.[Symbol.asyncDispose]())

before(async () => {
  directory = await temporaryDirectory()
  const make = certificatesIn(directory.path)
  const add = async (wanted: Parameters<typeof make>[0]): Promise<SigningCertificate> => {
    const one = await make(wanted)
    made.set(one.name, one)
    return one
  }
  const authority = {}
  const root = await add({ name: 'root', authority })
  const middle = await add({ name: 'middle', issuer: root, authority: { pathLength: 1 } })
  const last = await add({ name: 'last', issuer: middle, authority: { pathLength: 0 } })
  await add({ name: 'signer', issuer: last })
  const short = await add({ name: 'short', issuer: root, authority: { pathLength: 0 } })
  const below = await add({ name: 'below', issuer: short, authority })
  await add({ name: 'deep', issuer: below })
  await add({ name: 'stranger' })
  await add({ name: 'old', issuer: root, days: -1 })
  await add({ name: 'ec', issuer: root, key: 'secp384r1' })
  await add({ name: 'dsa', issuer: root, key: 'dsa' })
  now = Date.now()
})

test('signed data is accepted and changed data refused, with each kind of key', () => {
  for (const [name, keyType] of [
    ['signer', 'RSA-PSS'],
    ['ec', 'ECC_SECP384R1'],
    ['dsa', 'DSA'],
  ] as const) {
    const signed = signedBy(name, keyType)
    judge(signed)
    const changed = Buffer.from(data).fill(0, 9_000, 9_001)
    if (changed.equals(data)) changed.writeUInt8(1, 9_000)
    assert.throws(
      () => judge(signed, changed),
      code('ImageSignatureInvalid', /Signature verification failed$/),
    )
  }
})

test('a signature that cannot be verified is refused before the image is downloaded', () => {
  const signed = signedBy('signer', 'RSA-PSS')
  for (const [changes, reason] of [
    [{ hashMethod: 'MD5' }, /Invalid signature hash method: MD5$/],
    [{ keyType: 'ECC_SECP256R1' }, /Invalid signature key type: ECC_SECP256R1$/],
    [{ keyType: 'DSA' }, /Invalid public key type for signature key type: DSA$/],
    [{ keyType: 'ECC_SECP384R1' }, /Invalid public key type for signature key type: ECC_SECP384R1$/],
    [{ signature: '!' }, /not properly encoded using base64$/],
  ] as const)
    assert.throws(
      () => signatureCheck('image-1', { ...signed, ...changes }, { now }),
      code('ImageSignatureInvalid', reason),
    )
  assert.throws(
    () => signatureCheck('image-1', { problem: 'Missing property: img_signature' }, { now }),
    code('ImageSignatureInvalid', /Missing property: img_signature$/),
  )
  const broken = { ...signed, certificate: { id: 'c', content: Buffer.from('no').toString('base64') } }
  assert.throws(() => signatureCheck('image-1', broken, { now }), code('CertificateInvalid', /not an X.509/))
})

test('a certificate is trusted only through a complete chain of trusted certificates up to the root', () => {
  const signed = signedBy('signer', 'RSA-PSS')
  const withTrust = (...trusted: (typeof names)[number][]) => ({ ...signed, trusted: trusted.map(kept) })
  judge(withTrust('last', 'stranger', 'root', 'middle'))
  for (const incomplete of [[], ['stranger'], ['last'], ['last', 'middle'], ['middle', 'root']] as const)
    assert.throws(() => judge(withTrust(...incomplete)), code('CertificateInvalid', /Could not locate/))
  // Self-signed, but no certificate authority: it cannot issue certificates, not even its own.
  const alone = { ...signedBy('stranger', 'RSA-PSS'), trusted: [kept('stranger')] }
  assert.throws(() => judge(alone), code('CertificateInvalid', /Could not locate/))
})

test('certificates outside their dates of validity are not trusted', () => {
  const old = { ...signedBy('old', 'RSA-PSS'), trusted: [kept('root')] }
  assert.throws(() => judge(old), code('CertificateInvalid', /outside its valid date range/))
  const later = { now: now + 3 * 86_400_000 }
  const signed = { ...signedBy('ec', 'ECC_SECP384R1'), trusted: [kept('root')] }
  assert.throws(() => signatureCheck('image-1', signed, later), code('CertificateInvalid', /valid date/))
})

test('the path length constraint is read from a certificate', () => {
  const lengthOf = (name: (typeof names)[number]) =>
    pathLengthOf(new X509Certificate(certificate(name).certificate).raw)
  assert.deepEqual((['root', 'middle', 'last', 'signer'] as const).map(lengthOf), [
    undefined,
    1,
    0,
    undefined,
  ])
})

test('a certificate authority below one whose path length is 0 is refused', () => {
  const signed = signedBy('deep', 'RSA-PSS')
  judge(signed)
  const trusted = (['root', 'short', 'below'] as const).map(kept)
  assert.throws(() => judge({ ...signed, trusted }), code('CertificateInvalid', /sufficient length/))
})
