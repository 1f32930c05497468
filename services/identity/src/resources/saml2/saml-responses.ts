import { timestamp } from '@nimbo/kernel/clock'
import type { Deps } from '../../app/deps.ts'
import { errors } from '../../errors.ts'
import type { AssertionSource, FederatedRequest } from '../federation-protocol/assertion-source.ts'
import { attributeName } from '../mapping/apply-mapping.ts'
import { type ValidatedAssertion, validateAssertion, AssertionRejected } from './validate-assertion.ts'
import { trustedProviders } from './trusted-providers.ts'

/** The attributes under which `mod_auth_mellon` and `mod_shib` pass the issuer and the subject to mappings. */
const attributesOfModules = ({ issuer, nameId }: ValidatedAssertion): [string, string[]][] => [
  ['MELLON_IDP', [issuer]],
  ['Shib-Identity-Provider', [issuer]],
  ['MELLON_NAME_ID', [nameId]],
  ['REMOTE_USER', [nameId]],
]

/** The SAML response in a request: in a SOAP envelope (ECP profile, PAOS binding), or in a browser's form (HTTP-POST binding). */
const responseIn = ({ headers, body = '' }: FederatedRequest): string | undefined => {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/vnd.paos+xml') || type.startsWith('text/xml')) return body || undefined
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined
  const response = new URLSearchParams(body).get('SAMLResponse')
  return response ? Buffer.from(response, 'base64').toString() : undefined
}

/** Assertions in SAML responses signed by a trusted identity provider; a replayed one is refused. */
export const samlResponses = ({
  db,
  clock,
  log,
  config: { saml },
}: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>): AssertionSource => {
  const { trusted_idp_metadata_dir: directory, sp_url: spUrl } = saml

  /** Records the assertion; returns false for a replay. */
  const isFirstUse = async ({ issuer, id, endsAt }: ValidatedAssertion): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('saml_assertions')
      .values({
        issuer,
        assertion_id: id,
        ends_at: new Date(endsAt).toISOString(),
        seen_at: timestamp(clock),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  return {
    appliesTo: (request) =>
      directory !== undefined && spUrl !== undefined && responseIn(request) !== undefined,

    read: async (request) => {
      const recipient = `${spUrl}${request.path ?? ''}`
      const expected = { recipient, audience: saml.sp_entity_id ?? spUrl ?? '', now: clock.now() }
      try {
        const providers = await trustedProviders(directory ?? '')
        const validated = await validateAssertion(responseIn(request) ?? '', providers, expected)
        if (!(await isFirstUse(validated))) throw new AssertionRejected('the assertion has been used before')
        const named = [...attributesOfModules(validated), ...validated.attributes]
        const assertion = new Map(named.map(([name, values]) => [attributeName(name), values]))
        return { assertion, issuer: validated.issuer }
      } catch (error) {
        if (!(error instanceof AssertionRejected)) throw error
        log.info({ reason: error.message }, 'a SAML response was rejected')
        throw errors.Unauthorized({}, { cause: error })
      }
    },
  }
}
