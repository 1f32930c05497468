import type { Event } from './event.ts'
import { numberAt } from './payload.ts'

/** A value of a meter. */
export interface Sample {
  readonly meter: string
  readonly type: 'gauge' | 'delta' | 'cumulative'
  readonly unit: string
  readonly volume: number
}

interface Definition extends Omit<Sample, 'volume'> {
  readonly event: RegExp
  /** A path in the payload, or the value itself. */
  readonly volume: string | number
}

const ofServer = /^compute\.instance\.(?!create\.start|update)/
const gauge = (meter: string, unit: string, event: RegExp, volume: string | number): Definition => ({
  ...{ meter, type: 'gauge', unit, event, volume },
})

const identity = (kind: string, verbs: readonly string[]): readonly Definition[] =>
  verbs.map((verb) => ({
    ...{ meter: `identity.${kind}.${verb}`, type: 'delta', unit: kind, volume: 1 },
    event: new RegExp(`^identity\\.(OS-TRUST:)?${kind}\\.${verb}$`),
  }))

/** Which meters notifications have. */
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
]

/** The samples that an event gives. */
export const samplesOf = ({ event_type, payload }: Event): readonly Sample[] =>
  definitions.flatMap(({ event, volume, ...sample }) => {
    if (!event.test(event_type)) return []
    const value = typeof volume === 'number' ? volume : numberAt(payload, volume)
    return value === undefined ? [] : [{ ...sample, volume: value }]
  })

/** The type of resources of the metrics service that a meter is of. */
export const resourceTypeOf = (meter: string): string => {
  if (meter.startsWith('image.')) return 'image'
  if (/^(volume|snapshot|backup)\./.test(meter)) return 'volume'
  if (meter.startsWith('identity.')) return 'identity'
  return meter === 'ip.floating' || meter === 'bandwidth' ? 'network' : 'instance'
}
