import type { AuthMethod } from '../domain/tokens/token-claims.ts'
import type { Token } from '../domain/tokens/token.ts'
import { errors } from '../errors.ts'

/** Methods that check an EC2 key or a client certificate, which a user created for a limited purpose, and not a password. */
const narrower: readonly AuthMethod[] = ['ec2credential', 'oauth2_credential']

/**
 * Whether a token was issued for something that a user delegates: a trust, an application credential, an OAuth1 access token, an
 * EC2 key or a client certificate.
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
 * Throws `NotAllowed` for a delegated token: what it creates would outlive the delegation, and its creator would be unknown.
 * Tokens of application credentials pass for `application credentials`: the caller checks whether they are unrestricted.
 */
export const refuseDelegated = (token: Token, what: keyof typeof refusals): void => {
  const isJudgedApart = what === 'application credentials' && token.applicationCredential !== undefined
  if (isDelegated(token) && !isJudgedApart) throw errors.NotAllowed({ reason: refusals[what] })
}

/**
 * Throws `Forbidden` for tokens that must not read or create trusts: all delegated ones except those of trusts, which can be
 * redelegated. With `unrestrictedMay`, which the operator sets, tokens of unrestricted application credentials are also allowed.
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
