import { placementClient } from '@nimbo/clients/placement'
import type { ServiceClient } from '@nimbo/clients/service-client'
import { listAggregates } from '@nimbo/contracts/placement/aggregates'
import { internalContext } from '@nimbo/kernel/context'
import { UserError } from '@nimbo/kernel/user-error'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { aggregates } from '../../db/aggregates.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { findCell, openApi, openCell } from '../find-cell.ts'
import { orExit } from '../or-exit.ts'

/** nova-manage's exit codes of errors that end the command at once. */
const exitCodes = { severalNodes: 1, placementFailed: 2, updateFailed: 3 }

/** Hosts of aggregates that could not be mirrored. */
export interface LeftOut {
  readonly unmapped: readonly string[]
  readonly withoutNode: readonly string[]
  /** With the id of the resource provider that is missing. */
  readonly withoutProvider: readonly { readonly host: string; readonly providerId: string }[]
}

type Provider =
  | { readonly kind: 'unmapped' | 'withoutNode' }
  | { readonly kind: 'known'; readonly id: string }

/** The resource provider of a host: that of its only node. */
const providerOf = async (host: DatabaseHost, name: string): Promise<Provider> => {
  const cellId = await hostMappings(await openApi(host), host.clock).cellOf(name)
  const cell = cellId === undefined ? undefined : await findCell(host, cellId)
  if (cell === undefined) return { kind: 'unmapped' }
  const [node, ...others] = await computeNodes(await openCell(host, cell), host.clock).ofHost(name)
  if (node === undefined) return { kind: 'withoutNode' }
  if (others.length > 0)
    throw new UserError(`Host ${name} has ${others.length + 1} compute nodes.`, exitCodes.severalNodes)
  return { kind: 'known', id: node.id }
}

/** Adds a provider to an aggregate; false when placement does not know the provider. */
const join = async (placement: ServiceClient, uuid: string, aggregateId: string): Promise<boolean> => {
  const ctx = internalContext()
  const held = await orExit(
    exitCodes.placementFailed,
    `The aggregates of resource provider ${uuid} cannot be read`,
    unlessNotFound(placement.call(ctx, listAggregates, { path: { uuid } })),
  )
  if (held === undefined) return false
  await orExit(
    exitCodes.updateFailed,
    `Resource provider ${uuid} cannot be added to aggregate ${aggregateId}`,
    placementClient(placement).setMembership(ctx, uuid, aggregateId, true),
  )
  return true
}

/** Adds the resource providers of all hosts to the aggregates in placement that mirror their host aggregates. */
export const syncAggregates = async (
  host: DatabaseHost,
  placement: ServiceClient,
  tell: (progress: string) => void,
): Promise<LeftOut> => {
  const left = {
    unmapped: new Set<string>(),
    withoutNode: new Set<string>(),
    withoutProvider: new Map<string, string>(),
  }
  const known = new Map<string, Provider>()
  for (const aggregate of await aggregates(await openApi(host), host.clock).list()) {
    tell(`Aggregate ${aggregate.name} (${aggregate.uuid})`)
    for (const name of aggregate.hosts) {
      const provider = known.get(name) ?? (await providerOf(host, name))
      known.set(name, provider)
      if (provider.kind !== 'known') left[provider.kind].add(name)
      else if (await join(placement, provider.id, aggregate.uuid))
        tell(`Host ${name}: resource provider ${provider.id} is in the aggregate.`)
      else left.withoutProvider.set(name, provider.id)
    }
  }
  return {
    unmapped: [...left.unmapped],
    withoutNode: [...left.withoutNode],
    withoutProvider: [...left.withoutProvider].map(([name, providerId]) => ({ host: name, providerId })),
  }
}
