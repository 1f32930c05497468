import { timestamp } from '@nimbo/kernel/clock'
import type { Deps } from '../../app/deps.ts'
import { errors } from '../../errors.ts'
import type { Messenger, Vouched } from '../federation-protocol/word.ts'
import { attributeName } from '../mapping/apply-mapping.ts'
import { type CheckedAssertion, checkedAssertion, NotBelieved } from './checked-assertion.ts'
import { trustedProviders } from './trusted-providers.ts'

/** The names by which mappings know the provider and the subject, of the modules that web servers have for SAML. */
const usualNames = ({ issuer, nameId }: CheckedAssertion): [string, string[]][] => [
  ['MELLON_IDP', [issuer]],
  ['Shib-Identity-Provider', [issuer]],
  ['MELLON_NAME_ID', [nameId]],
  ['REMOTE_USER', [nameId]],
]

/** The message in a request: as an enhanced client hands it on, or in the form that a browser sends. */
const messageIn = ({ headers, body = '' }: Vouched): string | undefined => {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/vnd.paos+xml') || type.startsWith('text/xml')) return body || undefined
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined
  const message = new URLSearchParams(body).get('SAMLResponse')
  return message ? Buffer.from(message, 'base64').toString() : undefined
}

/** The word of an identity provider itself, signed by it; each counts once. */
export const bySaml = ({
  db,
  clock,
  log,
  config: { saml },
}: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>): Messenger => {
  const { trusted_idp_metadata_dir: directory, sp_url: spUrl } = saml

  const isFirst = async ({ issuer, id, endsAt }: CheckedAssertion): Promise<boolean> => {
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
    comesWith: (vouched) =>
      directory !== undefined && spUrl !== undefined && messageIn(vouched) !== undefined,

    word: async (vouched) => {
      const recipient = `${spUrl}${vouched.path ?? ''}`
      const expected = { recipient, audience: saml.sp_entity_id ?? spUrl ?? '', now: clock.now() }
      try {
        const providers = await trustedProviders(directory ?? '')
        const said = await checkedAssertion(messageIn(vouched) ?? '', providers, expected)
        if (!(await isFirst(said))) throw new NotBelieved('it has been shown before')
        const named = [...usualNames(said), ...said.attributes]
        const assertion = new Map(named.map(([name, values]) => [attributeName(name), values]))
        return { assertion, issuer: said.issuer }
      } catch (error) {
        if (!(error instanceof NotBelieved)) throw error
        log.info({ reason: error.message }, 'somebody comes by SAML who is not believed')
        throw errors.Unauthorized({}, { cause: error })
      }
    },
  }
}
