import { ServerGroupPayload } from '@nimbo/contracts/compute/notifications/payloads'
import { requestSpecParts } from '@nimbo/contracts/compute/notifications/scheduling'
import { filled } from '@nimbo/notifications/notification'
import type { DeviceWish } from '../pci/pci-aliases.ts'
import type { RequestSpec } from '../servers/request-spec.ts'
import { embeddedFlavorPayload } from './server-payloads.ts'

const imageOf = ({ image }: RequestSpec) => {
  if (image === undefined) return null
  const properties = { ...filled(requestSpecParts.imageProperties, {}), 'nova_object.data': image.properties }
  return filled(requestSpecParts.image, {
    id: image.id,
    name: image.name,
    disk_format: image.diskFormat,
    size: image.sizeBytes,
    min_ram: image.minRamMb,
    min_disk: image.minDiskGb,
    properties,
  })
}

const groupOf = ({ group, projectId, userId }: RequestSpec) =>
  group === undefined
    ? null
    : filled(ServerGroupPayload, {
        uuid: group.id,
        name: null,
        user_id: userId,
        project_id: projectId,
        policies: [group.policy],
        policy: group.policy,
        rules:
          group.maxServerPerHost === undefined ? {} : { max_server_per_host: String(group.maxServerPerHost) },
        members: null,
        hosts: null,
      })

/** A wish with the attribute names of `[pci] alias`. */
const wishOf = (wish: DeviceWish): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      vendor_id: wish.vendorId,
      product_id: wish.productId,
      dev_type: wish.type,
      resource_class: wish.resourceClass,
      traits: wish.traits?.join(','),
      live_migratable: wish.liveMigratable,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** Null for requests without PCI devices, which are the most. */
const pciRequestsOf = ({ serverId, flavor: { pciRequests = [] } }: RequestSpec) =>
  pciRequests.length === 0
    ? null
    : filled(requestSpecParts.pciRequests, {
        instance_uuid: serverId,
        requests: pciRequests.map(({ id, count, alias, numaPolicy, wishes }) =>
          filled(requestSpecParts.pciRequest, {
            ...{ count, spec: wishes.map(wishOf), request_id: id },
            ...{ alias_name: alias ?? null, numa_policy: numaPolicy ?? null },
          }),
        ),
      })

const listOf = (value: string | undefined): string[] | null => (value === undefined ? null : [value])

/** A request spec in versioned notifications. */
export const requestSpecData = (spec: RequestSpec, ignoreHosts: readonly string[] = []) => ({
  instance_uuid: spec.serverId,
  project_id: spec.projectId,
  user_id: spec.userId,
  availability_zone: spec.availabilityZone ?? null,
  flavor: embeddedFlavorPayload(spec.flavor),
  force_hosts: listOf(spec.forcedHost),
  force_nodes: listOf(spec.forcedNode),
  ignore_hosts: ignoreHosts.length === 0 ? null : [...ignoreHosts],
  image: imageOf(spec),
  instance_group: groupOf(spec),
  numa_topology: null,
  pci_requests: pciRequestsOf(spec),
  num_instances: 1,
  requested_destination: null,
  retry: null,
  scheduler_hints: Object.fromEntries(
    Object.entries(spec.schedulerHints).map(([name, value]) => [name, [value].flat()]),
  ),
  security_groups: [...spec.securityGroups],
})

/** A request spec in unversioned notifications. */
export const requestSpecUsage = (spec: RequestSpec) => ({
  image: spec.image === undefined ? {} : { id: spec.image.id, name: spec.image.name },
  instance_properties: {
    uuid: spec.serverId,
    project_id: spec.projectId,
    user_id: spec.userId,
    availability_zone: spec.availabilityZone ?? null,
    memory_mb: spec.flavor.memoryMb,
    vcpus: spec.flavor.vcpus,
    root_gb: spec.flavor.rootGb,
    ephemeral_gb: spec.flavor.ephemeralGb,
  },
  instance_type: { flavorid: spec.flavor.id, name: spec.flavor.name, extra_specs: spec.flavor.extraSpecs },
  num_instances: 1,
})
