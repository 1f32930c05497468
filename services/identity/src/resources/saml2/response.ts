import { saml } from './names.ts'
import { xmlText } from './xml-text.ts'

/** What is said of a user to another cloud. */
export interface SaidOfUser {
  /** Who says it. */
  readonly issuer: string
  /** To whom. */
  readonly recipient: string
  readonly user: string
  /** By name, each with its values. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  readonly issuedAt: number
  readonly expiresAt: number
  readonly responseId: string
  readonly assertionId: string
  readonly sessionIndex: string
}

const instant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

const attribute = ([name, values]: readonly [string, readonly string[]]): string =>
  `<saml:Attribute Name="${xmlText(name)}" NameFormat="${saml.basicName}">${values
    .map((value) => `<saml:AttributeValue>${xmlText(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`

const issuer = (id: string): string => `<saml:Issuer Format="${saml.entity}">${xmlText(id)}</saml:Issuer>`

/** A response in which nothing is signed yet: the assertion has to be. */
export const samlResponse = (said: SaidOfUser): string => {
  const [now, end] = [instant(said.issuedAt), instant(said.expiresAt)]
  const recipient = xmlText(said.recipient)
  return [
    `<samlp:Response xmlns:samlp="${saml.protocol}" xmlns:saml="${saml.assertion}" ID="${said.responseId}" Version="2.0" IssueInstant="${now}" Destination="${recipient}">`,
    issuer(said.issuer),
    `<samlp:Status><samlp:StatusCode Value="${saml.success}"/></samlp:Status>`,
    `<saml:Assertion ID="${said.assertionId}" Version="2.0" IssueInstant="${now}">`,
    issuer(said.issuer),
    `<saml:Subject><saml:NameID>${xmlText(said.user)}</saml:NameID><saml:SubjectConfirmation Method="${saml.bearer}"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${recipient}"/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${now}" NotOnOrAfter="${end}"/>`,
    `<saml:AuthnStatement AuthnInstant="${now}" SessionIndex="${said.sessionIndex}" SessionNotOnOrAfter="${end}"><saml:AuthnContext><saml:AuthnContextClassRef>${saml.byPassword}</saml:AuthnContextClassRef><saml:AuthenticatingAuthority>${xmlText(said.issuer)}</saml:AuthenticatingAuthority></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${[...said.attributes].map(attribute).join('')}</saml:AttributeStatement>`,
    '</saml:Assertion></samlp:Response>',
  ].join('')
}

/** The response in the envelope that an enhanced client hands on. */
export const ecpEnvelope = (response: string, relayState: string): string =>
  `<soap:Envelope xmlns:soap="${saml.soap}"><soap:Header><ecp:RelayState xmlns:ecp="${saml.ecp}" soap:actor="${saml.nextActor}" soap:mustUnderstand="1">${xmlText(relayState)}</ecp:RelayState></soap:Header><soap:Body>${response}</soap:Body></soap:Envelope>`
