import { readFile } from 'node:fs/promises'
import type { KeystoneConfig } from '../../config.ts'
import { errors } from '../../errors.ts'

/** The private key that signs assertions, and its certificate. */
export interface SigningPair {
  readonly key: string
  readonly certificate: string
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const assertionPath = "//*[local-name(.)='Assertion']"

/** Reads the files each time, since a certificate may be renewed while the service runs. */
export const signingPair = async ({
  certfile,
  keyfile,
}: Pick<KeystoneConfig['saml'], 'certfile' | 'keyfile'>): Promise<SigningPair> => {
  if (certfile === undefined || keyfile === undefined) throw errors.SamlSigning()
  try {
    return { key: await readFile(keyfile, 'utf8'), certificate: await readFile(certfile, 'utf8') }
  } catch (cause) {
    throw errors.SamlSigning({}, { cause })
  }
}

/** Signs the one assertion in a response (enveloped signature, RSA with SHA-256). */
export const signAssertion = async (response: string, { key, certificate }: SigningPair): Promise<string> => {
  const { SignedXml } = await import('xml-crypto')
  const signer = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  })
  signer.addReference({
    xpath: assertionPath,
    transforms: [enveloped, exclusive],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  try {
    signer.computeSignature(response, {
      prefix: 'ds',
      location: { reference: `${assertionPath}/*[local-name(.)='Issuer']`, action: 'after' },
    })
  } catch (cause) {
    throw errors.SamlSigning({}, { cause })
  }
  return signer.getSignedXml()
}
