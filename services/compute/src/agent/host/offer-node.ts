import type { PlacementClient } from '@nimbo/clients/placement'
import { isConcurrentUpdate, isInventoryInUse } from '@nimbo/clients/placement-claims'
import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import type { Offered, ProviderIdentity } from '../../domain/hosts/provider-configs.ts'
import type { TraitsOfFiles } from './traits-of-files.ts'

interface Deps {
  readonly placement: Pick<PlacementClient, 'ensureProvider' | 'setInventories' | 'setTraits' | 'traitsOf'>
  readonly traitsOfFiles: TraitsOfFiles
  readonly log: Log
}

/**
 * Every allocation on the node changes the generation of its provider, so updates during builds conflict now and then.
 */
const attempts = 10

const isCustom = (trait: string): boolean => trait.startsWith('CUSTOM_')

/**
 * Offers to placement what a node has. Custom traits that neither files nor this host gave it stay. False if servers
 * still use a resource that the node no longer offers: a later report tries again.
 */
export const offerNode =
  ({ placement, traitsOfFiles, log }: Deps) =>
  async (ctx: Context, { uuid, name }: ProviderIdentity, offered: Offered): Promise<boolean> => {
    const before = await traitsOfFiles.of(name)
    const now = offered.traits.filter(isCustom)
    const either = [...new Set([...before, ...now])]
    // Noted first: a trait that reaches placement without being noted would stay for ever.
    if (either.length > before.length) await traitsOfFiles.note(name, either)
    for (let attempt = 1; ; attempt += 1) {
      const provider = await placement.ensureProvider(ctx, { uuid, name })
      const present = await placement.traitsOf(ctx, provider.uuid)
      const ofOthers = present.filter((trait) => isCustom(trait) && !either.includes(trait))
      try {
        const written = await placement.setInventories(ctx, provider, offered.inventories)
        await placement.setTraits(ctx, written, [...offered.traits, ...ofOthers])
        if (either.length > now.length) await traitsOfFiles.note(name, now)
        return true
      } catch (error) {
        if (isInventoryInUse(error)) {
          log.warn({ node: name, error }, 'what a node offers stays as it was until its servers use no more')
          return false
        }
        if (!isConcurrentUpdate(error) || attempt >= attempts) throw error
      }
    }
  }
