import { isIP } from 'node:net'

/** A certificate to issue. */
export interface Issued {
  /** Its common name. */
  readonly name: string
  /** The private key of its subject (PEM). */
  readonly key: string
  readonly serial: Buffer
  readonly from: Date
  readonly days: number
  /** DNS names and IP addresses of a server; a certificate without them is that of a CA. */
  readonly names?: readonly string[]
  /** Whether its subject may also use it as a TLS client. */
  readonly forClients?: boolean
  /** The CA that signs it; self-signed by default. */
  readonly authority?: { readonly cert: string; readonly key: string }
}

const organization = { name: 'organizationName', value: 'Nimbo' }

const ofAuthority = [
  { name: 'basicConstraints', cA: true, critical: true },
  { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
]

/** The X.509 tags of subject alternative names. */
const dnsName = 2
const ipAddress = 7

const ofServer = (names: readonly string[], clientAuth: boolean) => [
  { name: 'basicConstraints', cA: false, critical: true },
  { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
  { name: 'extKeyUsage', serverAuth: true, clientAuth },
  {
    name: 'subjectAltName',
    altNames: names.map((name) =>
      isIP(name) ? { type: ipAddress, ip: name } : { type: dnsName, value: name },
    ),
  },
]

/** Issues a certificate and returns it in PEM. The library is loaded on first use. */
export const issue = async (issued: Issued): Promise<string> => {
  const { name, key, serial, from, days, names, forClients = false, authority } = issued
  const { default: forge } = await import('node-forge')
  const { md, pki } = forge
  const own = pki.privateKeyFromPem(key)
  const certificate = pki.createCertificate()
  const publicKey = pki.setRsaPublicKey(own.n, own.e)
  certificate.publicKey = publicKey
  // A leading zero byte keeps the serial number positive.
  certificate.serialNumber = `00${serial.toString('hex')}`
  certificate.validity.notBefore = from
  certificate.validity.notAfter = new Date(from.getTime() + days * 86_400_000)
  const subject = [{ name: 'commonName', value: name }, organization]
  certificate.setSubject(subject)
  const issuer = authority && pki.certificateFromPem(authority.cert)
  certificate.setIssuer(issuer ? issuer.subject.attributes : subject)
  const signer = issuer?.publicKey ?? publicKey
  if (!('n' in signer)) throw new TypeError('the authority has another kind of key than it was made with')
  const keyIdentifier = pki.getPublicKeyFingerprint(signer, { type: 'RSAPublicKey' }).getBytes()
  certificate.setExtensions([
    ...(names ? ofServer(names, forClients) : ofAuthority),
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier },
  ])
  certificate.sign(authority ? pki.privateKeyFromPem(authority.key) : own, md.sha256.create())
  return pki.certificateToPem(certificate)
}
