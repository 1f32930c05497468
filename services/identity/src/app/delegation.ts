import type { AuthMethod } from '../domain/tokens/token-claims.ts'
import type { Token } from '../domain/tokens/token.ts'
import { errors } from '../errors.ts'

/** Methods that prove a key which a user made for something narrower, and not the user. */
const narrower: readonly AuthMethod[] = ['ec2credential', 'oauth2_credential']

/**
 * Whether a token comes from what a user handed on: a trust, an application credential, an OAuth1 access token, a key of EC2 or a
 * client certificate.
 */
export const isDelegated = ({ trust, applicationCredential, claims }: Token): boolean =>
  trust !== undefined ||
  applicationCredential !== undefined ||
  claims.accessTokenId !== undefined ||
  claims.methods.some((method) => narrower.includes(method))

const refusals = {
  'OAuth access tokens': 'Cannot manage OAuth access tokens with a token issued via delegation.',
  'request tokens': 'Cannot authorize a request token with a token issued via delegation.',
  'application credentials': 'Cannot manage application credentials with a token issued via delegation.',
} as const

/**
 * Throws `NotAllowed` for a delegated token: what it made would outlive the delegation, and nobody could tell by whom it was
 * made. For application credentials their own tokens are judged apart, by whether they are unrestricted.
 */
export const refuseDelegated = (token: Token, what: keyof typeof refusals): void => {
  const isJudgedApart = what === 'application credentials' && token.applicationCredential !== undefined
  if (isDelegated(token) && !isJudgedApart) throw errors.NotAllowed({ reason: refusals[what] })
}

/**
 * Throws `Forbidden` for tokens that must not read or make trusts: all delegated ones but those of trusts, which may be delegated
 * further. An operator may except unrestricted application credentials.
 */
export const refuseTrustsTo = (token: Token, unrestrictedMay: boolean): void => {
  if (token.applicationCredential) {
    if (unrestrictedMay && token.applicationCredential.unrestricted) return
    throw errors.Forbidden({
      action: "Using method 'application_credential' is not allowed for managing trusts",
    })
  }
  const { trust: _, ...rest } = token
  if (isDelegated(rest)) throw errors.Forbidden({ action: 'Delegated tokens cannot manage trusts' })
}
