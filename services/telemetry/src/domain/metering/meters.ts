import type { Event } from './event.ts'
import { instantAt, isPayload, numberAt, type Payload, textAt } from './payload.ts'

/** A value of a meter. */
export interface Sample {
  readonly meter: string
  readonly type: 'gauge' | 'delta' | 'cumulative'
  readonly unit: string
  readonly volume: number
}

type Volume = string | number | ((payload: Payload) => number | undefined)

interface Definition extends Omit<Sample, 'volume'> {
  readonly event: RegExp
  /** A path in the payload, the value itself, or a function that computes it. */
  readonly volume: Volume
}

const ofServer = /^compute\.instance\.(?!create\.start|update)/
const gauge = (meter: string, unit: string, event: RegExp, volume: Volume): Definition => ({
  ...{ meter, type: 'gauge', unit, event, volume },
})

const identity = (kind: string, verbs: readonly string[]): readonly Definition[] =>
  verbs.map((verb) => ({
    ...{ meter: `identity.${kind}.${verb}`, type: 'delta', unit: kind, volume: 1 },
    event: new RegExp(`^identity\\.(OS-TRUST:)?${kind}\\.${verb}$`),
  }))

/** Returns a function that reads a figure of a host's `metrics` by name and multiplies it. */
const figure =
  (name: string, times: number) =>
  ({ metrics }: Payload): number | undefined => {
    const figures: readonly unknown[] = Array.isArray(metrics) ? metrics : []
    const known = figures.find((one) => isPayload(one) && one.name === name)
    const value = isPayload(known) ? numberAt(known, 'value') : undefined
    return value === undefined ? undefined : value * times
  }

/** The value with this metric name in the notification of a request to the object store. */
const measured =
  (name: string) =>
  ({ measurements }: Payload): number | undefined => {
    const all: readonly unknown[] = Array.isArray(measurements) ? measurements : []
    const found = all.find((one) => isPayload(one) && textAt(one, 'metric.name') === name)
    return isPayload(found) ? numberAt(found, 'result') : undefined
  }

const requests = ['incoming', 'outgoing'].map((way): Definition => {
  const meter = `storage.objects.${way}.bytes`
  return {
    ...{ meter, type: 'delta', unit: 'B' },
    ...{ event: /^objectstore\.http\.request$/, volume: measured(meter) },
  }
})

const ofHost = (name: string, type: Sample['type'], unit: string, times = 1): Definition => ({
  ...{ meter: `compute.node.${name}`, type, unit },
  ...{ event: /^compute\.metrics\.update$/, volume: figure(name, times) },
})

const bootingSeconds = (payload: Payload): number | undefined => {
  const [created, launched] = [instantAt(payload, 'created_at'), instantAt(payload, 'launched_at')]
  return created === undefined || launched === undefined ? undefined : (launched - created) / 1000
}

const capacities = (of: string, event: RegExp): readonly Definition[] =>
  ['total', 'free', 'allocated', 'provisioned', 'virtual_free'].map((name) =>
    gauge(`volume.provider.${of}capacity.${name}`, 'GiB', event, name),
  )

const authentications = ['success', 'pending', 'failure'].map(
  (outcome): Definition => ({
    ...{ meter: `identity.authenticate.${outcome}`, type: 'delta', unit: 'user' },
    event: /^identity\.(\w+\.)?authenticate$/,
    volume: (payload) => (payload.outcome === outcome ? 1 : undefined),
  }),
)

const stacks = ['create', 'update', 'delete', 'suspend', 'resume'].map(
  (verb): Definition => ({
    ...{ meter: `stack.${verb}`, type: 'delta', unit: 'stack', volume: 1 },
    event: new RegExp(`^orchestration\\.stack\\.${verb}\\.end$`),
  }),
)

/** The meters of notifications. */
const definitions: readonly Definition[] = [
  gauge('memory', 'MiB', ofServer, 'memory_mb'),
  gauge('vcpus', 'vcpu', ofServer, 'vcpus'),
  gauge('disk.root.size', 'GiB', ofServer, 'root_gb'),
  gauge('disk.ephemeral.size', 'GiB', ofServer, 'ephemeral_gb'),
  gauge(
    'volume.size',
    'GiB',
    /^volume\.(exists|retype|create|delete|resize|attach|detach|update|manage)/,
    'size',
  ),
  gauge('snapshot.size', 'GiB', /^snapshot\.(exists|create|delete|manage)/, 'volume_size'),
  gauge('backup.size', 'GiB', /^backup\.(exists|create|delete|restore)/, 'size'),
  gauge('image.size', 'B', /^image\.(upload|delete|update)$/, 'size'),
  { meter: 'image.download', type: 'delta', unit: 'B', event: /^image\.send$/, volume: 'bytes_sent' },
  { meter: 'image.serve', type: 'delta', unit: 'B', event: /^image\.send$/, volume: 'bytes_sent' },
  gauge('ip.floating', 'ip', /^floatingip\.(create|update)\.end$/, 1),
  { meter: 'bandwidth', type: 'delta', unit: 'B', event: /^l3\.meter$/, volume: 'bytes' },
  ...['user', 'group', 'role', 'project'].flatMap((kind) =>
    identity(kind, ['created', 'deleted', 'updated']),
  ),
  ...['trust', 'role_assignment'].flatMap((kind) => identity(kind, ['created', 'deleted'])),
  ...authentications,
  ...stacks,
  ...requests,
  gauge('compute.instance.booting.time', 'sec', /^compute\.instance\.create\.end$/, bootingSeconds),
  ...capacities('', /^capacity\.backend/),
  ...capacities('pool.', /^capacity\.pool/),
  ofHost('cpu.frequency', 'gauge', 'MHz'),
  ...['kernel', 'idle', 'user', 'iowait'].flatMap((kind) => [
    ofHost(`cpu.${kind}.time`, 'cumulative', 'ns'),
    ofHost(`cpu.${kind}.percent`, 'gauge', '%', 100),
  ]),
  ofHost('cpu.percent', 'gauge', '%', 100),
]

/** By the first word of the event type, with which every pattern begins. */
const byFirstWord = Map.groupBy(definitions, ({ event }) => /^\^(\w+)/.exec(event.source)?.[1])

const volumeIn = (payload: Payload, volume: Volume): number | undefined => {
  if (typeof volume === 'number') return volume
  return typeof volume === 'string' ? numberAt(payload, volume) : volume(payload)
}

/** The samples of an event. */
export const samplesOf = ({ event_type, payload }: Event): readonly Sample[] =>
  (byFirstWord.get(/^\w+/.exec(event_type)?.[0]) ?? []).flatMap(({ event, volume, meter, type, unit }) => {
    if (!event.test(event_type)) return []
    const value = volumeIn(payload, volume)
    return value === undefined ? [] : [{ meter, type, unit, volume: value }]
  })

/** The resource type of a meter in the metrics service. */
export const resourceTypeOf = (meter: string): string => {
  if (meter.startsWith('image.')) return 'image'
  if (meter.startsWith('volume.provider.pool.')) return 'volume_provider_pool'
  if (meter.startsWith('volume.provider.')) return 'volume_provider'
  if (meter.startsWith('compute.node.')) return 'nova_compute'
  if (meter.startsWith('stack.')) return 'stack'
  if (meter.startsWith('storage.')) return 'swift_account'
  if (/^(volume|snapshot|backup)\./.test(meter)) return 'volume'
  if (meter.startsWith('identity.')) return 'identity'
  return meter === 'ip.floating' || meter === 'bandwidth' ? 'network' : 'instance'
}
