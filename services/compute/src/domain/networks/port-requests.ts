import type { Port } from '@nimbo/clients/network'
import type { AllocationRequest } from '@nimbo/clients/placement-claims'
import { ResourceRequest } from '@nimbo/contracts/network/resource-request'
import type { JsonObject } from '@nimbo/kernel/json'
import Value from 'typebox/value'
import { namesDevice, profileWithoutDevice } from '../pci/port-requests.ts'
import type { ResourceGroups } from '../scheduling/resource-groups.ts'

/** A group of resources that one provider must give to a port. */
export type PortGroup = ResourceRequest['request_groups'][number]

/** The resources of its host that a port requests (minimum bandwidth, packet rate). */
export interface PortRequest {
  readonly portId: string
  readonly groups: readonly PortGroup[]
  /** Ids of groups whose providers must be in the same subtree. */
  readonly sameSubtree: readonly string[]
}

/**
 * The provider of each group, by port id and group id. Neutron reads a port's part in `allocation` of its binding
 * profile.
 */
export type PortAllocations = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The requests of ports; those without one are left out. */
export const portRequestsOf = (
  ports: readonly Pick<Port, 'id' | 'resource_request'>[],
): readonly PortRequest[] =>
  ports.flatMap(({ id, resource_request: request }) =>
    Value.Check(ResourceRequest, request) && request.request_groups.length > 0
      ? [{ portId: id, groups: request.request_groups, sameSubtree: request.same_subtree ?? [] }]
      : [],
  )

/** The suffix of a port's group in a query for candidates. */
const suffixOf = (groupId: string): string => `_${groupId}`

/** The requests of ports as groups of a query for candidates. */
export const portGroups = (
  requests: readonly PortRequest[],
): Pick<ResourceGroups, 'groups' | 'sameSubtrees'> => ({
  groups: requests.flatMap(({ groups }) =>
    groups.map(({ id, resources, required }) => ({ suffix: suffixOf(id), resources, traits: required })),
  ),
  sameSubtrees: requests.flatMap(({ sameSubtree }) =>
    sameSubtree.length > 1 ? [sameSubtree.map(suffixOf)] : [],
  ),
})

/** The providers that placement's answer assigns to each port. */
export const portAllocationsIn = (
  requests: readonly PortRequest[],
  mappings: NonNullable<AllocationRequest['mappings']>,
): PortAllocations =>
  Object.fromEntries(
    requests.map(({ portId, groups }) => [
      portId,
      Object.fromEntries(
        groups.flatMap((group) => {
          const [provider] = mappings[suffixOf(group.id)] ?? []
          return provider === undefined ? [] : [[group.id, provider]]
        }),
      ),
    ]),
  )

/** The binding profile of a port with the given allocation, or without one. */
export const profileWith = (
  profile: Port['binding:profile'],
  allocation: PortAllocations[string] | undefined,
): JsonObject => {
  const { allocation: _former, ...others } = JSON.parse(JSON.stringify(profile ?? {}))
  return allocation === undefined ? others : { ...others, allocation: { ...allocation } }
}

/** The change that removes allocation and PCI device from a port's binding profile; empty for a port with neither. */
export const withoutAllocation = ({
  'binding:profile': profile,
}: Pick<Port, 'binding:profile'>): { readonly 'binding:profile'?: JsonObject } =>
  profile?.allocation === undefined && !namesDevice(profile)
    ? {}
    : { 'binding:profile': profileWithoutDevice(profileWith(profile, undefined)) }

/** The allocation in the binding profile of a port. */
export const allocationIn = ({
  'binding:profile': profile,
}: Pick<Port, 'binding:profile'>): PortAllocations[string] => {
  const found = profile?.allocation
  if (typeof found !== 'object' || found === null) return {}
  return Object.fromEntries(
    Object.entries(found).flatMap(([group, provider]) =>
      typeof provider === 'string' ? [[group, provider]] : [],
    ),
  )
}
