import { X509Certificate } from 'node:crypto'
import { type Assertion, attributeName } from '../mapping/apply-mapping.ts'

type Names = ReturnType<X509Certificate['toLegacyObject']>['subject']

const namesIn = (of: 'SUBJECT' | 'ISSUER', names: Names): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(names).map(([key, value = []]) => [
    attributeName(`SSL_CLIENT_${of}_DN_${key}`),
    [value].flat(),
  ])

/** The subject and issuer of a certificate (DER) as attributes for mappings, such as `SSL_CLIENT_SUBJECT_DN_CN`. */
export const certificateNames = (certificate: Uint8Array): Assertion => {
  const { subject, issuer } = new X509Certificate(certificate).toLegacyObject()
  return new Map([...namesIn('SUBJECT', subject), ...namesIn('ISSUER', issuer)])
}
