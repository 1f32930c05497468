import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Image } from '@nimbo/clients/image'
import type { ImageMaker } from '@nimbo/clients/image-maker'
import type { Network, NetworkClient, Port, Subnet } from '@nimbo/clients/network'
import type { PortBindingClient } from '@nimbo/clients/port-bindings'
import type { Inventory, PlacementClient } from '@nimbo/clients/placement'
import type { AllocationRequest, Resources } from '@nimbo/clients/placement-claims'
import type { Attachment, Volume, VolumeClient } from '@nimbo/clients/volume'
import { Fault } from '@nimbo/kernel/errors'
import { newId } from '@nimbo/kernel/ids'
import type { ServiceClients } from '../../src/roles/open-clients.ts'
import { type FakeSnapshot, fakeSnapshots } from './fake-snapshots.ts'

const network: Network = {
  id: 'e0000000-0000-4000-8000-000000000001',
  name: 'private',
  mtu: 1450,
  shared: false,
  'router:external': false,
  project_id: 'project-1',
  subnets: ['subnet-1'],
}
const subnet: Subnet = {
  id: 'subnet-1',
  network_id: network.id,
  cidr: '10.0.0.0/24',
  segment_id: null,
  ip_version: 4,
  gateway_ip: '10.0.0.1',
  enable_dhcp: true,
  dns_nameservers: ['10.0.0.2'],
  host_routes: [],
}

const matches = (port: Port, filter: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(filter).every(
    ([key, value]) => key === 'fields' || [value].flat().includes(port[key as keyof Port]),
  )

const refused = (status: number, message: string): Fault =>
  new Fault({ code: 'RemoteFault', kind: 'conflict', message, details: { status } })

/** A network service in memory with one network, `private`. */
const fakeNetwork = (ports: Map<string, Port>): NetworkClient => ({
  networks: async () => [network],
  ownNetwork: async () => undefined,
  subnets: async () => [subnet],
  ports: async (_ctx, filter) => [...ports.values()].filter((port) => matches(port, filter)),
  floatingIps: async () => [],
  port: async (_ctx, id) => ports.get(id),
  securityGroups: async () => [],
  createPort: async (_ctx, wanted) => {
    const port: Port = {
      id: newId(),
      name: '',
      network_id: network.id,
      project_id: String(wanted.project_id),
      mac_address: `fa:16:3e:00:00:${(ports.size + 16).toString(16)}`,
      fixed_ips: [{ subnet_id: subnet.id, ip_address: `10.0.0.${ports.size + 10}` }],
      security_groups: ['group-1'],
      status: 'ACTIVE',
      admin_state_up: true,
      device_id: String(wanted.device_id ?? ''),
      device_owner: String(wanted.device_owner ?? ''),
      'binding:host_id': String(wanted['binding:host_id'] ?? ''),
      'binding:vif_type': 'fake',
    }
    ports.set(port.id, port)
    return port
  },
  updatePort: async (_ctx, id, changes) => {
    const port = ports.get(id)
    if (port === undefined) throw refused(404, `no port ${id}`)
    const changed = { ...port, ...changes, 'binding:vif_type': 'fake' } as Port
    ports.set(id, changed)
    return changed
  },
  deletePort: async (_ctx, id) => void ports.delete(id),
  portQuota: async () => ({ limit: -1, used: ports.size }),
})

/** Port bindings: the active one is the `binding:host_id` of the port, and `beside` has the hosts of inactive ones. */
const fakeBindings = (ports: Map<string, Port>, beside: Map<string, Set<string>>): PortBindingClient => {
  const others = (portId: string): Set<string> => {
    const known = beside.get(portId) ?? new Set()
    beside.set(portId, known)
    return known
  }
  const hostOf = (portId: string): string => ports.get(portId)?.['binding:host_id'] ?? ''
  const hangOn = (portId: string, host: string): void => {
    const port = ports.get(portId)
    if (port === undefined) throw refused(404, `no port ${portId}`)
    ports.set(portId, { ...port, 'binding:host_id': host })
  }
  return {
    bindings: async (_ctx, portId) => [
      ...(hostOf(portId) === '' ? [] : [{ host: hostOf(portId), status: 'ACTIVE' as const }]),
      ...[...others(portId)].map((host) => ({ host, status: 'INACTIVE' as const })),
    ],
    bind: async (_ctx, portId, host) => {
      if (hostOf(portId) === '') hangOn(portId, host)
      else if (hostOf(portId) !== host) others(portId).add(host)
    },
    activate: async (_ctx, portId, host) => {
      if (hostOf(portId) === host) return
      if (!others(portId).delete(host)) throw refused(404, `port ${portId} is not bound to ${host}`)
      others(portId).add(hostOf(portId))
      hangOn(portId, host)
    },
    unbind: async (_ctx, portId, host) => {
      if (hostOf(portId) === host) hangOn(portId, '')
      others(portId).delete(host)
    },
  }
}

interface Provider {
  readonly name: string
  inventories: Readonly<Record<string, Inventory>>
}

type Allocations = Map<string, AllocationRequest['allocations']>

const capacity = ({ total, reserved, allocation_ratio }: Inventory): number =>
  (total - reserved) * allocation_ratio

/** The amount of a resource class that all consumers but `except` have allocated from a provider. */
const usedOf = (allocations: Allocations, provider: string, resourceClass: string, except?: string): number =>
  [...allocations].reduce(
    (sum, [consumer, all]) =>
      consumer === except ? sum : sum + (all[provider]?.resources[resourceClass] ?? 0),
    0,
  )

/** `VCPU:1,MEMORY_MB:512` */
const parseResources = (text: string): Resources =>
  Object.fromEntries(
    text
      .split(',')
      .map((part) => part.split(':'))
      .map(([name, amount]) => [name, Number(amount)]),
  ) as Resources

/** Placement in memory, which enforces capacities but not generations. */
const fakePlacement = (providers: Map<string, Provider>, allocations: Allocations): PlacementClient => {
  const fits = (id: string, { inventories }: Provider, wanted: Resources, except?: string): boolean =>
    Object.entries(wanted).every(([name, amount]) => {
      const inventory = inventories[name]
      return inventory !== undefined && capacity(inventory) - usedOf(allocations, id, name, except) >= amount
    })
  const summary = (id: string, { inventories }: Provider) => ({
    traits: [],
    parent_provider_uuid: null,
    root_provider_uuid: id,
    resources: Object.fromEntries(
      Object.entries(inventories).map(([name, inventory]) => [
        name,
        { capacity: capacity(inventory), used: usedOf(allocations, id, name) },
      ]),
    ),
  })
  return {
    candidates: async (_ctx, query) => {
      const wanted = parseResources(String(query.resources))
      const found = [...providers].filter(([id, provider]) => fits(id, provider, wanted))
      return {
        allocation_requests: found.map(([id]) => ({ allocations: { [id]: { resources: wanted } } })),
        provider_summaries: Object.fromEntries(found.map(([id, provider]) => [id, summary(id, provider)])),
      }
    },
    claim: async (_ctx, { id }, wanted, guard) => {
      await guard()
      for (const [providerId, { resources }] of Object.entries(wanted)) {
        const provider = providers.get(providerId)
        if (provider === undefined || !fits(providerId, provider, resources, id)) return false
      }
      allocations.set(id, wanted)
      return true
    },
    moveClaim: async (_ctx, { from, to }, guard) => {
      const held = allocations.get(from.id)
      if (held === undefined) return
      await guard()
      allocations.set(to.id, held)
      allocations.delete(from.id)
    },
    allocationsOf: async (_ctx, id) => allocations.get(id) ?? {},
    changeClaim: async (_ctx, id, change) => {
      const held = allocations.get(id)
      if (held !== undefined) allocations.set(id, await change(held))
      return true
    },
    traitsOf: async () => [],
    inventories: async (_ctx, id) => providers.get(id)?.inventories ?? {},
    release: async (_ctx, id) => void allocations.delete(id),
    ensureProvider: async (_ctx, { uuid, name }) => {
      if (!providers.has(uuid)) providers.set(uuid, { name, inventories: {} })
      return { uuid, name, generation: 0 }
    },
    setInventories: async (_ctx, provider, inventories) => {
      providers.set(provider.uuid, { name: provider.name, inventories })
      return provider
    },
    setTraits: async (_ctx, provider) => provider,
    usages: async () => ({}),
    setMembership: async () => {},
    setTrait: async () => {},
    aggregatesOf: async () => [],
    removeProvider: async (_ctx, id) => void providers.delete(id),
  }
}

/** An attachment with the connection info that a host gets. */
const exported = (attachment: Attachment): Attachment => ({
  ...attachment,
  status: attachment.status === 'attached' ? 'attached' : 'attaching',
  connection_info: {
    driver_volume_type: 'file',
    device_path: `/volumes/${attachment.volume_id}`,
    format: 'raw',
  },
})

/** A volume service in memory whose volumes are ready at once. */
const fakeVolume = (
  volumes: Map<string, Volume>,
  attachments: Map<string, Attachment>,
  freed: string[],
): VolumeClient => {
  const ofVolume = (id: string) => [...attachments.values()].filter(({ volume_id }) => volume_id === id)
  const attach = (attachment: Attachment): Attachment => {
    attachments.set(attachment.id, attachment)
    return attachment
  }
  const found = (id: string): Attachment => {
    const attachment = attachments.get(id)
    if (attachment === undefined) throw refused(404, `no attachment ${id}`)
    return attachment
  }
  return {
    encryption: async () => undefined,
    reportSnapshot: async () => {},
    show: async (_ctx, id) => {
      const volume = volumes.get(id)
      if (volume === undefined) return undefined
      const own = ofVolume(id).filter(({ status }) => status === 'attached')
      return {
        ...volume,
        attachments: own.map(({ id: attachment_id, instance }) => ({
          server_id: instance ?? '',
          attachment_id,
          device: null,
        })),
      }
    },
    create: async (_ctx, wanted) => {
      const volume: Volume = {
        metadata: (wanted.metadata ?? {}) as Record<string, string>,
        id: newId(),
        name: null,
        status: 'available',
        size: Number(wanted.size),
        bootable: 'true',
        multiattach: false,
        availability_zone: 'nova',
        attachments: [],
      }
      volumes.set(volume.id, volume)
      return volume
    },
    withMetadata: async (_ctx, key, value) =>
      [...volumes.values()].filter(({ metadata }) => metadata?.[key] === value),
    remove: async (_ctx, id) => void volumes.delete(id),
    attachment: async (_ctx, id) => attachments.get(id),
    attachmentsOf: async (_ctx, { volumeId, serverId }) =>
      ofVolume(volumeId).filter(({ instance }) => instance === serverId),
    createAttachment: async (_ctx, volume_id, instance, connector) => {
      const attachment = { id: newId(), volume_id, instance, status: 'reserved', connection_info: {} }
      return attach(connector === undefined ? attachment : exported(attachment))
    },
    updateAttachment: async (_ctx, id) => attach(exported(found(id))),
    completeAttachment: async (_ctx, id) => void attach({ ...found(id), status: 'attached' }),
    completeMigration: async (_ctx, { from, to, failed }) => {
      if (!failed)
        for (const { id, status } of ofVolume(from)) if (status === 'attached') attachments.delete(id)
      return to
    },
    reimage: async (_ctx, id, image_id) => {
      const volume = volumes.get(id)
      if (volume === undefined) throw refused(404, `no volume ${id}`)
      volumes.set(id, { ...volume, status: 'reserved', volume_image_metadata: { image_id } })
    },
    deleteAttachment: async (_ctx, id) => {
      const ended = attachments.get(id)
      attachments.delete(id)
      if (ended !== undefined && ofVolume(ended.volume_id).length === 0) freed.push(ended.volume_id)
    },
  }
}

/** The data of every image. */
export const imageBytes = Buffer.from('a disk that no guest ever boots from')
export const imageHash = createHash('sha512').update(imageBytes).digest('hex')

/** An image service in memory, for images created from servers. */
const fakeImageMaker = (images: Map<string, Image>): ImageMaker => ({
  create: async (_ctx, attributes) => {
    const image: Image = {
      ...{ id: newId(), name: null, status: 'queued', owner: 'project-1', visibility: 'private' },
      ...{ disk_format: null, container_format: null, size: null, virtual_size: null, min_disk: 0 },
      ...{ min_ram: 0, checksum: null, os_hash_algo: null, os_hash_value: null },
      ...attributes,
    }
    images.set(image.id, image)
    return image
  },
  upload: async (_ctx, id, { diskFormat, bytes }) => {
    const content = await text(bytes)
    const waiting = images.get(id)
    if (waiting?.status !== 'queued') throw refused(409, `image ${id} does not wait for data`)
    images.set(id, { ...waiting, status: 'active', disk_format: diskFormat, size: content.length })
  },
  backupsOf: async (_ctx, { owner, serverId, backupType }) =>
    [...images.values()]
      .filter((one) => one.owner === owner && one.instance_uuid === serverId)
      .filter(({ backup_type }) => backup_type === backupType)
      .reverse(),
  remove: async (_ctx, id) => void images.delete(id),
})

/** A key manager without keys, as no volume here is encrypted. */
const noKeys: ServiceClients['keys'] = {
  named: async () => undefined,
  certificate: async () => undefined,
  store: () => Promise.reject(new Error('nobody keeps keys here')),
  payload: () => Promise.reject(new Error('nobody keeps keys here')),
  remove: async () => {},
}

/** The services that compute calls, in memory, with their contents for tests to read. */
export const fakeServices = () => {
  const ports = new Map<string, Port>()
  /** Hosts with inactive bindings, by port id. */
  const boundBeside = new Map<string, Set<string>>()
  const providers = new Map<string, Provider>()
  const allocations: Allocations = new Map()
  const volumes = new Map<string, Volume>()
  const images = new Map<string, Image>()
  const attachments = new Map<string, Attachment>()
  const snapshots = new Map<string, FakeSnapshot>()
  /** Ids of volumes that lost their last attachment, once for each time. */
  const freed: string[] = []
  const clients: ServiceClients = {
    image: { show: async (_ctx, id) => images.get(id), download: async () => Readable.from([imageBytes]) },
    imageMaker: fakeImageMaker(images),
    network: fakeNetwork(ports),
    bindings: fakeBindings(ports, boundBeside),
    placement: fakePlacement(providers, allocations),
    providers: { named: async () => undefined, put: async () => {} },
    volume: fakeVolume(volumes, attachments, freed),
    volumeSources: fakeSnapshots(snapshots),
    keys: noKeys,
  }
  return {
    clients,
    images,
    ports,
    boundBeside,
    providers,
    allocations,
    volumes,
    attachments,
    snapshots,
    freed,
  }
}
