import type { Document, Element } from '@xmldom/xmldom'
import { saml } from './names.ts'
import { parseXml } from './parse-xml.ts'
import type { TrustedProvider } from './trusted-providers.ts'

/** What a provider has said, and that it has. */
export interface CheckedAssertion {
  readonly id: string
  readonly issuer: string
  readonly nameId: string
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** When it holds no longer. */
  readonly endsAt: number
}

/** To whom it must be said, and when. */
export interface Expected {
  readonly recipient: string
  readonly audience: string
  readonly now: number
}

/** No word of anybody that counts; the reason is for the log alone. */
export class NotBelieved extends Error {
  override readonly name = 'NotBelieved'
}

/** Clocks of two clouds may differ by so much. */
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
  if (!first || more.length > 0) throw new NotBelieved(`${found.length} times ${what}`)
  return first
}

const textOf = (of: Element, namespace: string, name: string): string =>
  onlyOne(childrenOf(of, namespace, name), name).textContent?.trim() ?? ''

/** The text that is truly signed, by one of the certificates; only from it may be read. */
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
      if (!algorithms.includes(check.signatureAlgorithm ?? '')) throw new NotBelieved('another algorithm')
      if (!check.checkSignature(whole)) continue
    } catch (cause) {
      throw new NotBelieved('the signature cannot be checked', { cause })
    }
    const [text, ...more] = check.getSignedReferences()
    if (text === undefined || more.length > 0) throw new NotBelieved('not one thing is signed')
    return text
  }
  throw new NotBelieved('no certificate fits the signature')
}

const instantOf = (element: Element, name: string): number | undefined => {
  const text = element.getAttribute(name)
  if (!text) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new NotBelieved(`${name} is no instant`)
  return at
}

/** Throws unless the assertion is for us and for now; tells when it ends. */
const checkConditions = (assertion: Element, { recipient, audience, now }: Expected): number => {
  const subject = onlyOne(childrenOf(assertion, saml.assertion, 'Subject'), 'Subject')
  const data = childrenOf(subject, saml.assertion, 'SubjectConfirmation')
    .filter((one) => one.getAttribute('Method') === saml.bearer)
    .flatMap((one) => childrenOf(one, saml.assertion, 'SubjectConfirmationData'))
    .find((one) => one.getAttribute('Recipient') === recipient)
  if (!data) throw new NotBelieved(`it is not said to ${recipient}`)
  const conditions = childrenOf(assertion, saml.assertion, 'Conditions')
  const ends = [data, ...conditions].map((one) => instantOf(one, 'NotOnOrAfter'))
  const begins = conditions.map((one) => instantOf(one, 'NotBefore') ?? now)
  const end = Math.min(...ends.filter((at) => at !== undefined))
  if (!Number.isFinite(end) || end + skewMs <= now) throw new NotBelieved('its time is over, or has no end')
  if (begins.some((at) => at - skewMs > now)) throw new NotBelieved('its time has not come')
  const restrictions = conditions.flatMap((one) => childrenOf(one, saml.assertion, 'AudienceRestriction'))
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, saml.assertion, 'Audience').map(({ textContent }) =>
      textContent?.trim(),
    )
    if (!audiences.includes(audience)) throw new NotBelieved('it is for another audience')
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
    throw new NotBelieved('neither a response nor an assertion is signed')
  return onlyOne(childrenOf(root, saml.assertion, 'Assertion'), 'Assertion')
}

/** Checks a response, by itself or in an envelope, of one of the providers. */
export const checkedAssertion = async (
  text: string,
  providers: readonly TrustedProvider[],
  expected: Expected,
): Promise<CheckedAssertion> => {
  const { XMLSerializer } = await import('@xmldom/xmldom')
  const document = await parseXml(text).catch((cause) => {
    throw new NotBelieved('it is no XML', { cause })
  })
  const claimed = document.getElementsByTagNameNS(saml.assertion, 'Issuer').item(0)?.textContent?.trim()
  const provider = providers.find(({ entityId }) => entityId === claimed)
  if (!provider) throw new NotBelieved(`nobody trusts ${claimed}`)
  const signature = document.getElementsByTagNameNS(saml.signature, 'Signature').item(0)
  if (!signature) throw new NotBelieved('nothing is signed')
  const signed = await signedText(
    text,
    new XMLSerializer().serializeToString(signature),
    provider.certificates,
  )
  const assertion = assertionIn(await parseXml(signed))
  const issuer = textOf(assertion, saml.assertion, 'Issuer')
  if (issuer !== provider.entityId) throw new NotBelieved('another has signed it than says it')
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
