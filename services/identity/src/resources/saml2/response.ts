import { saml } from './names.ts'
import { xmlText } from './xml-text.ts'

/** The content of a response and its assertion. */
export interface AssertionContent {
  /** The entity ID of this identity provider. */
  readonly issuer: string
  /** The assertion consumer service of the other cloud. */
  readonly recipient: string
  readonly user: string
  /** Attribute values by name. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  readonly issuedAt: number
  readonly expiresAt: number
  readonly responseId: string
  readonly assertionId: string
  readonly sessionIndex: string
}

const instant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

const attribute = ([name, values]: readonly [string, readonly string[]]): string =>
  `<saml:Attribute Name="${xmlText(name)}" NameFormat="${saml.basicNameFormat}">${values
    .map((value) => `<saml:AttributeValue>${xmlText(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`

const issuer = (id: string): string =>
  `<saml:Issuer Format="${saml.entityNameId}">${xmlText(id)}</saml:Issuer>`

/** Builds an unsigned SAML response with one assertion. */
export const samlResponse = (content: AssertionContent): string => {
  const [now, end] = [instant(content.issuedAt), instant(content.expiresAt)]
  const recipient = xmlText(content.recipient)
  return [
    `<samlp:Response xmlns:samlp="${saml.protocol}" xmlns:saml="${saml.assertion}" ID="${content.responseId}" Version="2.0" IssueInstant="${now}" Destination="${recipient}">`,
    issuer(content.issuer),
    `<samlp:Status><samlp:StatusCode Value="${saml.success}"/></samlp:Status>`,
    `<saml:Assertion ID="${content.assertionId}" Version="2.0" IssueInstant="${now}">`,
    issuer(content.issuer),
    `<saml:Subject><saml:NameID>${xmlText(content.user)}</saml:NameID><saml:SubjectConfirmation Method="${saml.bearer}"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${recipient}"/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${now}" NotOnOrAfter="${end}"/>`,
    `<saml:AuthnStatement AuthnInstant="${now}" SessionIndex="${content.sessionIndex}" SessionNotOnOrAfter="${end}"><saml:AuthnContext><saml:AuthnContextClassRef>${saml.passwordContext}</saml:AuthnContextClassRef><saml:AuthenticatingAuthority>${xmlText(content.issuer)}</saml:AuthenticatingAuthority></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${[...content.attributes].map(attribute).join('')}</saml:AttributeStatement>`,
    '</saml:Assertion></samlp:Response>',
  ].join('')
}

/** Wraps a SAML response in the SOAP envelope of the ECP profile. */
export const ecpEnvelope = (response: string, relayState: string): string =>
  `<soap:Envelope xmlns:soap="${saml.soap}"><soap:Header><ecp:RelayState xmlns:ecp="${saml.ecp}" soap:actor="${saml.nextActor}" soap:mustUnderstand="1">${xmlText(relayState)}</ecp:RelayState></soap:Header><soap:Body>${response}</soap:Body></soap:Envelope>`
