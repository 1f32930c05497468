import type { Document, Element } from '@xmldom/xmldom'
import { saml } from './names.ts'
import { parseXml } from './parse-xml.ts'
import type { TrustedProvider } from './trusted-providers.ts'

/** The content of an assertion whose signature and conditions are valid. */
export interface ValidatedAssertion {
  readonly id: string
  readonly issuer: string
  readonly nameId: string
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** Its `NotOnOrAfter`; the earliest if several elements have one. */
  readonly endsAt: number
}

/** What the assertion is checked against. */
export interface Expected {
  readonly recipient: string
  readonly audience: string
  readonly now: number
}

/** An invalid SAML response. The reason is only logged, never sent to the client. */
export class AssertionRejected extends Error {
  override readonly name = 'AssertionRejected'
}

/** The tolerated clock difference between the two clouds. */
const skewMs = 60_000
const algorithms: readonly string[] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]

const childrenOf = (of: Element | Document, namespace: string, name: string): Element[] =>
  [...of.getElementsByTagNameNS(namespace, name)].filter((one) => one.parentNode === of)

const onlyOne = (found: readonly Element[], what: string): Element => {
  const [first, ...more] = found
  if (!first || more.length > 0)
    throw new AssertionRejected(`${found.length} ${what} elements instead of one`)
  return first
}

const textOf = (of: Element, namespace: string, name: string): string =>
  onlyOne(childrenOf(of, namespace, name), name).textContent?.trim() ?? ''

/**
 * The XML that the signature covers, verified with each of the certificates. Anything outside of it must not be trusted
 * (signature wrapping).
 */
const signedText = async (
  whole: string,
  signature: string,
  certificates: readonly string[],
): Promise<string> => {
  const { SignedXml } = await import('xml-crypto')
  for (const publicCert of certificates) {
    const check = new SignedXml({ publicCert, getCertFromKeyInfo: () => null })
    try {
      check.loadSignature(signature)
      if (!algorithms.includes(check.signatureAlgorithm ?? ''))
        throw new AssertionRejected('the signature algorithm is not allowed')
      if (!check.checkSignature(whole)) continue
    } catch (cause) {
      throw new AssertionRejected('the signature cannot be checked', { cause })
    }
    const [text, ...more] = check.getSignedReferences()
    if (text === undefined || more.length > 0)
      throw new AssertionRejected('the signature must have exactly one reference')
    return text
  }
  throw new AssertionRejected('the signature matches no certificate of the identity provider')
}

const instantOf = (element: Element, name: string): number | undefined => {
  const text = element.getAttribute(name)
  if (!text) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new AssertionRejected(`${name} is not a dateTime`)
  return at
}

/** Checks recipient, audience and validity period; returns the end of that period. */
const checkConditions = (assertion: Element, { recipient, audience, now }: Expected): number => {
  const subject = onlyOne(childrenOf(assertion, saml.assertion, 'Subject'), 'Subject')
  const data = childrenOf(subject, saml.assertion, 'SubjectConfirmation')
    .filter((one) => one.getAttribute('Method') === saml.bearer)
    .flatMap((one) => childrenOf(one, saml.assertion, 'SubjectConfirmationData'))
    .find((one) => one.getAttribute('Recipient') === recipient)
  if (!data) throw new AssertionRejected(`no bearer SubjectConfirmation with Recipient ${recipient}`)
  const conditions = childrenOf(assertion, saml.assertion, 'Conditions')
  const ends = [data, ...conditions].map((one) => instantOf(one, 'NotOnOrAfter'))
  const begins = conditions.map((one) => instantOf(one, 'NotBefore') ?? now)
  const end = Math.min(...ends.filter((at) => at !== undefined))
  if (!Number.isFinite(end) || end + skewMs <= now)
    throw new AssertionRejected('NotOnOrAfter has passed, or is missing')
  if (begins.some((at) => at - skewMs > now)) throw new AssertionRejected('NotBefore has not come yet')
  const restrictions = conditions.flatMap((one) => childrenOf(one, saml.assertion, 'AudienceRestriction'))
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, saml.assertion, 'Audience').map(({ textContent }) =>
      textContent?.trim(),
    )
    if (!audiences.includes(audience))
      throw new AssertionRejected('the AudienceRestriction does not name this service provider')
  }
  return end
}

const attributesOf = (assertion: Element): Map<string, readonly string[]> =>
  new Map(
    childrenOf(assertion, saml.assertion, 'AttributeStatement')
      .flatMap((statement) => childrenOf(statement, saml.assertion, 'Attribute'))
      .map((attribute): [string, string[]] => [
        attribute.getAttribute('Name') ?? '',
        childrenOf(attribute, saml.assertion, 'AttributeValue').map(({ textContent }) => textContent ?? ''),
      ]),
  )

const assertionIn = (signed: Document): Element => {
  const root = signed.documentElement
  if (root?.namespaceURI === saml.assertion && root.localName === 'Assertion') return root
  if (root?.namespaceURI !== saml.protocol || root.localName !== 'Response')
    throw new AssertionRejected('neither the Response nor the Assertion is signed')
  return onlyOne(childrenOf(root, saml.assertion, 'Assertion'), 'Assertion')
}

/** Validates a SAML response, bare or in a SOAP envelope, against the metadata of the trusted identity providers. */
export const validateAssertion = async (
  text: string,
  providers: readonly TrustedProvider[],
  expected: Expected,
): Promise<ValidatedAssertion> => {
  const { XMLSerializer } = await import('@xmldom/xmldom')
  const document = await parseXml(text).catch((cause) => {
    throw new AssertionRejected('the response is not well-formed XML', { cause })
  })
  const claimed = document.getElementsByTagNameNS(saml.assertion, 'Issuer').item(0)?.textContent?.trim()
  const provider = providers.find(({ entityId }) => entityId === claimed)
  if (!provider) throw new AssertionRejected(`the issuer ${claimed} is not trusted`)
  const signature = document.getElementsByTagNameNS(saml.signature, 'Signature').item(0)
  if (!signature) throw new AssertionRejected('there is no Signature element')
  const signed = await signedText(
    text,
    new XMLSerializer().serializeToString(signature),
    provider.certificates,
  )
  const assertion = assertionIn(await parseXml(signed))
  const issuer = textOf(assertion, saml.assertion, 'Issuer')
  if (issuer !== provider.entityId) throw new AssertionRejected('the signed assertion has another Issuer')
  const endsAt = checkConditions(assertion, expected)
  const subject = onlyOne(childrenOf(assertion, saml.assertion, 'Subject'), 'Subject')
  return {
    id: assertion.getAttribute('ID') ?? '',
    issuer,
    nameId: textOf(subject, saml.assertion, 'NameID'),
    attributes: attributesOf(assertion),
    endsAt,
  }
}
