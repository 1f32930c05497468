import assert from 'node:assert/strict'
import { it } from 'node:test'
import { samplesOf } from './meters.ts'
import { polledFloatingIp, polledImage, polledServer, polledVolume } from './polled.ts'
import {
  polledAccount,
  polledBackup,
  polledContainer,
  polledPool,
  polledSnapshot,
  polledVolumeService,
} from './polled-storage.ts'
import { eventOf } from './event.ts'

/** Meters of Ceilometer that this cloud cannot have, by the reason. */
const without: Readonly<Record<string, readonly string[]>> = {
  'the diagnostics of a server do not have it': [
    ...['memory.resident', 'memory.swap.in', 'memory.swap.out'],
    ...['disk.device.capacity', 'disk.device.allocation', 'disk.device.usage'],
    ...['disk.device.read.latency', 'disk.device.write.latency'],
    ...['perf.cpu.cycles', 'perf.instructions', 'perf.cache.references', 'perf.cache.misses'],
  ],
  'Ceilometer computed it with transformers, which it no longer has; alarms use rate: instead': [
    ...['network.incoming.bytes.rate', 'network.outgoing.bytes.rate'],
    ...['network.incoming.bytes.delta', 'network.outgoing.bytes.delta'],
  ],
  'this cloud has no bare metal, and no agent that reads sensors': [
    ...['fan', 'temperature', 'current', 'voltage', 'power'].map((sensor) => `hardware.ipmi.${sensor}`),
  ],
  'its service is not part of this cloud': [
    ...['manila.share.size', 'manila.share.status', 'loadbalancer.operating', 'loadbalancer.provisioning'],
    ...['dns.zone.status', 'dns.zone.recordsets', 'dns.zone.ttl', 'dns.zone.serial', 'dns.domain.exists'],
    ...['trove.instance.exists', 'network.services.vpn', 'network.services.vpn.connections'],
    ...['network.services.firewall', 'network.services.firewall.policy'],
    ...['radosgw.objects', 'radosgw.objects.size', 'radosgw.objects.containers', 'radosgw.api.request'],
    ...['radosgw.containers.objects', 'radosgw.containers.objects.size'],
  ],
  'the alarming API shows it (GET /v2/metrics)': ['alarm.evaluation_result'],
}

const figures = ['kernel', 'idle', 'user', 'iowait'].flatMap((kind) => [
  ...[`cpu.${kind}.time`, `cpu.${kind}.percent`],
])
const notified: Readonly<Record<string, object>> = {
  'compute.instance.create.end': {
    ...{ instance_id: 's', memory_mb: 512, vcpus: 1, root_gb: 1, ephemeral_gb: 0 },
    ...{ created_at: '2026-01-31 12:00:00', launched_at: '2026-01-31T12:00:09.000000' },
  },
  'compute.metrics.update': {
    host: 'h1',
    metrics: ['cpu.frequency', 'cpu.percent', ...figures].map((name) => ({ name, value: 0.5 })),
  },
  'volume.create.end': { volume_id: 'v', size: 1 },
  'snapshot.create.end': { snapshot_id: 'n', volume_size: 1 },
  'backup.create.end': { backup_id: 'b', size: 1 },
  'capacity.backend': {
    name_to_id: 'h1@lvm',
    total: 9,
    free: 8,
    allocated: 1,
    provisioned: 1,
    virtual_free: 8,
  },
  'capacity.pool': {
    name_to_id: 'h1@lvm#p',
    total: 9,
    free: 8,
    allocated: 1,
    provisioned: 1,
    virtual_free: 8,
  },
  'image.upload': { id: 'i', size: 5 },
  'image.send': { image_id: 'i', bytes_sent: 5 },
  'objectstore.http.request': {
    measurements: ['incoming', 'outgoing'].map((way) => ({
      ...{ result: 5, metric: { name: `storage.objects.${way}.bytes`, unit: 'B' } },
    })),
  },
  'l3.meter': { label_id: 'l', bytes: 5 },
}
const outcomes = ['success', 'pending', 'failure'].map((outcome) => ({
  ...{ id: 'of-the-event', outcome, initiator: { id: 'ann' } },
}))

const heard = (event_type: string, payload: object) =>
  eventOf({
    ...{ message_id: 'm', _unique_id: 'm', event_type, publisher_id: 'p', priority: 'INFO' },
    ...{ timestamp: '2026-01-31 12:00:00.000000', payload: { ...payload } },
  })

const guest = {
  cpu_details: [{ time: 5 }],
  memory_details: { maximum: 512, used: 128 },
  nic_details: [
    {
      ...{ mac_address: 'fa:16', rx_octets: 1, tx_octets: 1, rx_packets: 1, tx_packets: 1 },
      ...{ rx_drop: 0, tx_drop: 0, rx_errors: 0, tx_errors: 0 },
    },
  ],
  disk_details: [{ read_bytes: 1, write_bytes: 1, read_requests: 1, write_requests: 1 }],
}
const flavor = { ram: 512, vcpus: 1, disk: 1, ephemeral: 0 }
const pool = {
  ...{ total_capacity_gb: 9, free_capacity_gb: 8, allocated_capacity_gb: 1, provisioned_capacity_gb: 1 },
}
const polled = [
  ...polledServer({ id: 's', flavor, 'OS-EXT-STS:power_state': 1 }, guest),
  ...[
    polledVolume({ id: 'v', size: 1 }),
    polledSnapshot({ id: 'n', size: 1 }),
    polledBackup({ id: 'b', size: 1 }),
  ],
  ...[polledPool({ name: 'h1@lvm#p', capabilities: pool }), polledImage({ id: 'i', size: 5 })],
  ...[
    polledVolumeService({ binary: 'cinder-volume', host: 'h1', state: 'up' }),
    polledFloatingIp({ id: 'f' }),
  ],
  polledAccount('AUTH_p', 'p', {
    ...{ 'x-account-object-count': '1', 'x-account-bytes-used': '5', 'x-account-container-count': '1' },
  }),
  polledContainer('AUTH_p', 'p', { name: 'box', count: 1, bytes: 5 }),
]

/** The meters of Ceilometer's documentation. */
const documented = [
  ...['memory', 'memory.usage', 'memory.available', 'cpu', 'vcpus', 'power.state'],
  ...['read.requests', 'write.requests', 'read.bytes', 'write.bytes'].map((name) => `disk.device.${name}`),
  ...['disk.root.size', 'disk.ephemeral.size', 'compute.instance.booting.time', 'bandwidth', 'ip.floating'],
  ...['incoming', 'outgoing'].flatMap((way) =>
    ['bytes', 'packets', 'packets.drop', 'packets.error'].map((name) => `network.${way}.${name}`),
  ),
  ...['cpu.frequency', 'cpu.percent', ...figures].map((name) => `compute.node.${name}`),
  ...['image.size', 'image.download', 'image.serve', 'volume.size', 'snapshot.size', 'backup.size'],
  ...['volume.snapshot.size', 'volume.backup.size', 'volume.service.health'],
  ...['', 'pool.'].flatMap((of) =>
    ['total', 'free', 'allocated', 'provisioned', 'virtual_free'].map(
      (name) => `volume.provider.${of}capacity.${name}`,
    ),
  ),
  ...['storage.objects', 'storage.objects.size', 'storage.objects.containers'],
  ...['storage.containers.objects', 'storage.containers.objects.size'],
  ...['storage.objects.incoming.bytes', 'storage.objects.outgoing.bytes'],
  ...['success', 'pending', 'failure'].map((outcome) => `identity.authenticate.${outcome}`),
  ...Object.values(without).flat(),
]

it('each meter that Ceilometer documents comes from a notification or a poll, or is listed with a reason', () => {
  const told = [
    ...Object.entries(notified).flatMap(([type, payload]) => samplesOf(heard(type, payload))),
    ...outcomes.flatMap((payload) => samplesOf(heard('identity.authenticate', payload))),
    ...polled.flatMap(({ samples }) => samples),
  ].map(({ meter }) => meter)
  const known = new Set([...told, ...Object.values(without).flat()])
  assert.deepEqual(
    documented.filter((meter) => !known.has(meter)),
    [],
  )
  assert.equal(new Set(documented).size, 104)
  assert.deepEqual(
    Object.values(without)
      .flat()
      .filter((meter) => told.includes(meter)),
    [],
  )
})

it('events of logins, hosts, object store requests and stacks get the right resource and project', () => {
  assert.equal(heard('identity.authenticate', outcomes[0] ?? {}).resource_id, 'ann')
  assert.equal(heard('compute.metrics.update', { host: 'h1', nodename: 'n1' }).resource_id, 'h1')
  const asked = { target: { id: 'p', metadata: { path: 'v1/AUTH_p/box/a' } }, initiator: { project_id: 'q' } }
  const { resource_id, project_id } = heard('objectstore.http.request', asked)
  assert.deepEqual([resource_id, project_id], ['AUTH_p', 'q'])
  const stack = { stack_identity: 'arn:openstack:heat::web:stacks/web/f00', tenant_id: 'web' }
  assert.equal(heard('orchestration.stack.create.end', stack).resource_id, 'f00')
})
