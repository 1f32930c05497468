import type { Inventory } from '@nimbo/clients/placement'
import { ownerTrait } from './host-traits.ts'
import { errors } from './provider-config-errors.ts'
import { everyNode, type ProviderAdditions, type ProviderConfig } from './provider-config-file.ts'

/** How a resource provider can be identified. */
export interface ProviderIdentity {
  readonly uuid: string
  readonly name: string
}

/** What the files of an operator add to resource providers. */
export interface ProviderConfigs {
  /** What is added to a provider. Throws if files identify it both by name and by UUID. */
  of(provider: ProviderIdentity, kind: 'node' | 'device'): ProviderAdditions | undefined
  /** The entries about providers that are not among these. */
  absentFrom(present: readonly ProviderIdentity[]): readonly ProviderConfig[]
}

const identifies = ({ uuid, name }: ProviderIdentity, { provider }: ProviderConfig): boolean =>
  provider === uuid || provider === name

/** Combines the entries of all files. Throws `ProviderConfigException` if two have the same identification. */
export const providerConfigs = (entries: readonly ProviderConfig[]): ProviderConfigs => {
  const byProvider = Map.groupBy(entries, ({ provider }) => provider)
  for (const [provider, same] of byProvider)
    if (same.length > 1) {
      const sources = [...new Set(same.map(({ source }) => source))].join(', ')
      throw errors.ProviderConfigException({
        error: `Provider ${provider} has multiple definitions in source file(s): ${sources}.`,
      })
    }
  const [ofEveryNode] = byProvider.get(everyNode) ?? []
  return {
    of: (provider, kind) => {
      const named = entries.filter((entry) => identifies(provider, entry))
      if (named.length > 1)
        throw errors.ProviderConfigException({
          error: `${named.map(({ source }) => source).join(' and ')}: the same provider is specified by both its name ${provider.name} and its UUID ${provider.uuid}.`,
        })
      return named[0] ?? (kind === 'node' ? ofEveryNode : undefined)
    },
    absentFrom: (present) =>
      entries.filter(
        (entry) => entry.provider !== everyNode && !present.some((one) => identifies(one, entry)),
      ),
  }
}

/** What a provider has in placement. */
export interface Offered {
  readonly inventories: Readonly<Record<string, Inventory>>
  readonly traits: readonly string[]
}

/** What a provider offers with what files add. Throws if these would replace an inventory of the host itself. */
export const withAdditions = (offered: Offered, additions: ProviderAdditions | undefined): Offered => {
  if (additions === undefined) return offered
  const { source, inventories, traits } = additions
  const taken = Object.keys(inventories).filter((name) => Object.hasOwn(offered.inventories, name))
  if (taken.length > 0)
    throw errors.ProviderConfigException({
      error: `${source} defines inventories that the host itself reports: ${taken.join(', ')}. They must be removed from the file.`,
    })
  return {
    inventories: { ...offered.inventories, ...inventories },
    traits: [...new Set([...offered.traits, ...traits, ownerTrait])],
  }
}
