import { isPayload, numberAt, type Payload, textAt } from './payload.ts'
import type { Sample } from './meters.ts'

/** The samples of one polled resource. */
export interface Polled {
  readonly type: string
  readonly id: string
  readonly projectId: string | undefined
  readonly userId: string | undefined
  /** The attributes of its type in the metrics service. */
  readonly attributes: Readonly<Record<string, unknown>>
  readonly samples: readonly Sample[]
}

const listAt = (payload: Payload, name: string): readonly Payload[] => {
  const list = payload[name]
  return Array.isArray(list) ? list.filter(isPayload) : []
}

/** A sample, or none if the value is unknown. */
export const sample = (
  meter: string,
  type: Sample['type'],
  unit: string,
  volume: number | undefined,
): readonly Sample[] => (volume === undefined ? [] : [{ meter, type, unit, volume }])

/** The attributes that are not undefined. */
export const found = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))

export const polledVolume = (volume: Payload): Polled => ({
  ...{ type: 'volume', id: textAt(volume, 'id') ?? '' },
  ...{ projectId: textAt(volume, 'os-vol-tenant-attr:tenant_id'), userId: textAt(volume, 'user_id') },
  attributes: found({ display_name: textAt(volume, 'name'), volume_type: textAt(volume, 'volume_type') }),
  samples: sample('volume.size', 'gauge', 'GiB', numberAt(volume, 'size')),
})

export const polledImage = (image: Payload): Polled => ({
  ...{ type: 'image', id: textAt(image, 'id') ?? '', projectId: textAt(image, 'owner'), userId: undefined },
  attributes: found({
    name: textAt(image, 'name') ?? '',
    container_format: textAt(image, 'container_format'),
    disk_format: textAt(image, 'disk_format'),
  }),
  samples: sample('image.size', 'gauge', 'B', numberAt(image, 'size')),
})

export const polledFloatingIp = (address: Payload): Polled => ({
  ...{
    type: 'network',
    id: textAt(address, 'id') ?? '',
    projectId: textAt(address, 'project_id', 'tenant_id'),
  },
  ...{ userId: undefined, attributes: {} },
  samples: sample('ip.floating', 'gauge', 'ip', 1),
})

/** The server's group, by which Heat's autoscaling groups find their servers. Its metadata key contains a dot. */
const serverGroupOf = ({ metadata }: Payload): unknown =>
  isPayload(metadata) ? metadata['metering.server_group'] : undefined

/** The samples of a server, its interfaces and its disks, from the server and the diagnostics of its guest. */
export const polledServer = (server: Payload, diagnostics: Payload | undefined): readonly Polled[] => {
  const id = textAt(server, 'id') ?? ''
  const owner = { projectId: textAt(server, 'tenant_id'), userId: textAt(server, 'user_id') }
  const guest = diagnostics ?? {}
  const cpus = listAt(guest, 'cpu_details').flatMap((cpu) => numberAt(cpu, 'time') ?? [])
  const used = numberAt(guest, 'memory_details.used')
  const whole: Polled = {
    ...{ ...owner, type: 'instance', id },
    attributes: found({
      display_name: textAt(server, 'name') ?? '',
      flavor_name: textAt(server, 'flavor.original_name') ?? '',
      flavor_id: textAt(server, 'flavor.id', 'flavor.original_name') ?? '',
      host: textAt(server, 'OS-EXT-SRV-ATTR:host'),
      server_group: serverGroupOf(server),
    }),
    samples: [
      ...sample('memory', 'gauge', 'MiB', numberAt(server, 'flavor.ram')),
      ...sample('vcpus', 'gauge', 'vcpu', numberAt(server, 'flavor.vcpus')),
      ...sample('disk.root.size', 'gauge', 'GiB', numberAt(server, 'flavor.disk')),
      ...sample('disk.ephemeral.size', 'gauge', 'GiB', numberAt(server, 'flavor.ephemeral')),
      ...sample('power.state', 'gauge', 'state', numberAt(server, 'OS-EXT-STS:power_state')),
      ...sample(
        'cpu',
        'cumulative',
        'ns',
        cpus.length === 0 ? undefined : cpus.reduce((sum, time) => sum + time, 0),
      ),
      ...sample('memory.available', 'gauge', 'MiB', numberAt(guest, 'memory_details.maximum')),
      ...sample('memory.usage', 'gauge', 'MiB', used),
    ],
  }
  const part = (type: string, name: string, samples: readonly Sample[]): Polled => ({
    ...{ ...owner, type, id: `${id}-${name}`, attributes: { instance_id: id, name }, samples },
  })
  const nics = listAt(guest, 'nic_details').map((nic, index) =>
    part('instance_network_interface', (textAt(nic, 'mac_address') ?? `nic${index}`).replaceAll(':', ''), [
      ...sample('network.incoming.bytes', 'cumulative', 'B', numberAt(nic, 'rx_octets')),
      ...sample('network.outgoing.bytes', 'cumulative', 'B', numberAt(nic, 'tx_octets')),
      ...sample('network.incoming.packets', 'cumulative', 'packet', numberAt(nic, 'rx_packets')),
      ...sample('network.outgoing.packets', 'cumulative', 'packet', numberAt(nic, 'tx_packets')),
      ...sample('network.incoming.packets.drop', 'cumulative', 'packet', numberAt(nic, 'rx_drop')),
      ...sample('network.outgoing.packets.drop', 'cumulative', 'packet', numberAt(nic, 'tx_drop')),
      ...sample('network.incoming.packets.error', 'cumulative', 'packet', numberAt(nic, 'rx_errors')),
      ...sample('network.outgoing.packets.error', 'cumulative', 'packet', numberAt(nic, 'tx_errors')),
    ]),
  )
  const disks = listAt(guest, 'disk_details').map((disk, index) =>
    part('instance_disk', `disk${index}`, [
      ...sample('disk.device.read.bytes', 'cumulative', 'B', numberAt(disk, 'read_bytes')),
      ...sample('disk.device.write.bytes', 'cumulative', 'B', numberAt(disk, 'write_bytes')),
      ...sample('disk.device.read.requests', 'cumulative', 'request', numberAt(disk, 'read_requests')),
      ...sample('disk.device.write.requests', 'cumulative', 'request', numberAt(disk, 'write_requests')),
    ]),
  )
  return [whole, ...nics, ...disks]
}
