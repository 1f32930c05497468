import { purgeMemberships } from '../resources/federation-protocol/records.ts'
import { purgeSamlAssertions } from '../resources/saml2/records.ts'
import { purgeTrusts } from '../resources/trust/records.ts'
import type { Deps } from './deps.ts'

/**
 * Deletes expired records that no request can need: trusts, federated group memberships, records of SAML assertions, and
 * revocation events older than any token they could match.
 */
export const createPurgeExpired =
  ({ db, stores, clock, config, log }: Pick<Deps, 'db' | 'stores' | 'clock' | 'config' | 'log'>) =>
  async (): Promise<void> => {
    const now = clock.now()
    const trusts = await purgeTrusts(db, new Date(now).toISOString())
    await purgeMemberships(db, new Date(now).toISOString())
    await purgeSamlAssertions(db, new Date(now - 60_000).toISOString())
    const longest = (config.token.expiration + config.token.allow_expired_window) * 1000
    const events = await stores.revocations.forget(new Date(now - longest).toISOString())
    if (trusts + events > 0) log.info({ trusts, revocation_events: events }, 'expired records were deleted')
  }
