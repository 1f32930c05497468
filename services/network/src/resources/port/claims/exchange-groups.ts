import { isDeepStrictEqual } from 'node:util'
import type { ClaimChange } from '@nimbo/clients/placement-claims'
import type { Port } from '@nimbo/contracts/network/port'
import type { ResourceRequest } from '@nimbo/contracts/network/resource-request'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../../../app/deps.ts'
import { errors } from '../../qos-policy/errors.ts'
import { ports } from '../ports.ts'

type Group = ResourceRequest['request_groups'][number]
type Providers = Readonly<Record<string, string>>

/** The result of changing the claim of a port's server. */
export interface ExchangedClaim {
  /** The columns of the port to change: the binding's profile names the providers of the new groups. */
  readonly columns: { readonly 'binding:profile'?: Port['binding:profile'] }
  /** Whether the claim was exchanged for a port in this state, and not for one that was detached or moved meanwhile. */
  isFor(port: Served | undefined): boolean
  /** To be called when the port did not change after all. */
  undo(): Promise<void>
}

/** The attributes of a port that tell which server holds which providers for it. */
type Served = Pick<Port, 'device_id' | 'binding:profile'>

const isServedLike =
  (before: Served): ExchangedClaim['isFor'] =>
  (port) =>
    port?.device_id === before.device_id &&
    isDeepStrictEqual(port['binding:profile'], before['binding:profile'])

/** The result for a port for which its server holds nothing in placement. */
export const nothingExchanged = (before: Served): ExchangedClaim => ({
  ...{ columns: {}, isFor: isServedLike(before) },
  undo: async () => {},
})

/** The groups of resources that a port needs, before and after a change of its policy. */
export interface ExchangedGroups {
  readonly now: readonly Group[]
  readonly wanted: readonly Group[]
}

/** The providers in the profile of a port's binding, by group. */
const providersOf = ({ 'binding:profile': profile }: Port): Providers => {
  const found: unknown = profile.allocation
  if (typeof found !== 'object' || found === null) return {}
  return Object.fromEntries(
    Object.entries(found).flatMap(([group, provider]) =>
      typeof provider === 'string' ? [[group, provider]] : [],
    ),
  )
}

/** Bandwidth comes from the provider of a device, packet rates from that of the agent. */
const kindOf = ({ resources }: Group): 'bandwidth' | 'packets' =>
  Object.keys(resources).some((name) => name.startsWith('NET_BW_')) ? 'bandwidth' : 'packets'

interface Share {
  readonly provider: string
  readonly resources: Group['resources']
}

const sharesOf = (groups: readonly Group[], providers: Providers): Share[] =>
  groups.flatMap(({ id, resources }) => {
    const provider = providers[id]
    return provider === undefined ? [] : [{ provider, resources }]
  })

/** The change of a claim that subtracts the shares `out` and adds the shares `into`; amounts that become 0 are left out. */
const exchanging =
  (out: readonly Share[], into: readonly Share[]): ClaimChange =>
  (held) => {
    const sums = new Map(
      Object.entries(held).map(([provider, { resources }]) => [provider, new Map(Object.entries(resources))]),
    )
    const add = ({ provider, resources }: Share, sign: 1 | -1): void => {
      const sum = sums.get(provider) ?? new Map<string, number>()
      sums.set(provider, sum)
      for (const [name, amount] of Object.entries(resources))
        sum.set(name, (sum.get(name) ?? 0) + sign * amount)
    }
    for (const share of out) add(share, -1)
    for (const share of into) add(share, 1)
    return Object.fromEntries(
      [...sums].flatMap(([provider, sum]) => {
        const left = [...sum].filter(([, amount]) => amount > 0)
        return left.length === 0 ? [] : [[provider, { resources: Object.fromEntries(left) }]]
      }),
    )
  }

/**
 * Exchanges what a server holds in placement for a port: the resources that the port needs now for those that it will need. A
 * minimum by which the server was not scheduled has no provider and is only enforced on the host, as in Neutron. Throws when the
 * host lacks the resources.
 *
 * Nova may detach or move the port meanwhile, and then changes the claim accordingly. So the port is read after the claim: if it
 * is as before, Nova can change the claim only later; otherwise Nova changes, or has changed, the claim, and it stays as it is
 * here.
 */
export const exchangeGroups =
  (deps: Pick<Deps, 'db' | 'changeClaim' | 'log'>) =>
  async (ctx: Context, before: Port, { now, wanted }: ExchangedGroups): Promise<ExchangedClaim> => {
    const providers = providersOf(before)
    if (!now.some(({ id }) => id in providers)) return nothingExchanged(before)
    const ofKind = new Map(now.map((group) => [kindOf(group), providers[group.id]]))
    const allocation = Object.fromEntries(
      wanted.flatMap((group) => {
        const provider = ofKind.get(kindOf(group))
        return provider === undefined ? [] : [[group.id, provider]]
      }),
    )
    const [out, into] = [sharesOf(now, providers), sharesOf(wanted, allocation)]
    const consumer = before.device_id
    const isFor = isServedLike(before)
    const exchange = (...shares: Parameters<typeof exchanging>): Promise<boolean> =>
      deps.changeClaim(ctx, consumer, async (held) =>
        isFor(await ports.plain(deps.db, 'all', before.id)) ? exchanging(...shares)(held) : held,
      )
    if (!(await exchange(out, into)))
      throw errors.QosPlacementAllocationUpdateConflict({
        consumer,
        difference: JSON.stringify({ released: out, claimed: into }),
      })
    const { allocation: _former, ...profile } = before['binding:profile']
    return {
      columns: {
        'binding:profile': { ...profile, ...(Object.keys(allocation).length > 0 ? { allocation } : {}) },
      },
      isFor,
      undo: async () => {
        try {
          await exchange(into, out)
        } catch (error) {
          deps.log.error(
            { server: consumer, port: before.id, reason: messageOf(error) },
            'the claim of a server could not be changed back',
          )
        }
      },
    }
  }
