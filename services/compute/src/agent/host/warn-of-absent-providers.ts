import type { Log } from '@nimbo/kernel/log'
import type { ProviderConfigs, ProviderIdentity } from '../../domain/hosts/provider-configs.ts'

/** Warns once of each configured provider that this host does not have, and again after it was there meanwhile. */
export const warnOfAbsentProviders = (configs: ProviderConfigs, log: Log) => {
  let absent: ReadonlySet<string> = new Set()
  return (present: readonly ProviderIdentity[]): void => {
    const now = configs.absentFrom(present)
    for (const { provider, source } of now)
      if (!absent.has(provider))
        log.warn(
          { provider, file: source },
          'a resource provider in a provider config does not exist here and is ignored',
        )
    absent = new Set(now.map(({ provider }) => provider))
  }
}
