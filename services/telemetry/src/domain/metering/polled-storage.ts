import type { Sample } from './meters.ts'
import { isPayload, numberAt, type Payload, textAt } from './payload.ts'
import { found, type Polled, sample } from './polled.ts'

const ofVolumes = { projectId: undefined, userId: undefined }

/** A snapshot of a volume. */
export const polledSnapshot = (snapshot: Payload): Polled => ({
  ...{ type: 'volume', id: textAt(snapshot, 'id') ?? '', userId: textAt(snapshot, 'user_id') },
  projectId: textAt(snapshot, 'os-extended-snapshot-attributes:project_id'),
  attributes: found({ display_name: textAt(snapshot, 'name') }),
  samples: sample('volume.snapshot.size', 'gauge', 'GiB', numberAt(snapshot, 'size')),
})

/** A backup of a volume. */
export const polledBackup = (backup: Payload): Polled => ({
  ...{ type: 'volume', id: textAt(backup, 'id') ?? '', userId: textAt(backup, 'user_id') },
  projectId: textAt(backup, 'os-backup-project-attr:project_id'),
  attributes: found({ display_name: textAt(backup, 'name') }),
  samples: sample('volume.backup.size', 'gauge', 'GiB', numberAt(backup, 'size')),
})

/** A capacity in GiB; absent when the back end reports `unknown` or `infinite` instead of a number. */
const capacity = (name: string, volume: number | undefined): readonly Sample[] =>
  sample(`volume.provider.pool.capacity.${name}`, 'gauge', 'GiB', volume)

/** A storage pool of the volume service, identified by `host@backend#pool`. */
export const polledPool = (pool: Payload): Polled => {
  const capabilities = isPayload(pool.capabilities) ? pool.capabilities : {}
  const id = textAt(pool, 'name') ?? ''
  const of = (name: string) => numberAt(capabilities, name)
  const [total, free, provisioned] = [
    of('total_capacity_gb'),
    of('free_capacity_gb'),
    of('provisioned_capacity_gb'),
  ]
  const ratio = Number(capabilities.max_over_subscription_ratio ?? 1)
  const isThin = capabilities.thin_provisioning_support === true && Number.isFinite(ratio)
  const virtual = isThin && total !== undefined ? total * ratio - (provisioned ?? 0) : free
  return {
    ...{ ...ofVolumes, type: 'volume_provider_pool', id },
    attributes: { provider: id.split('#')[0] ?? id },
    samples: [
      ...capacity('total', total),
      ...capacity('free', free),
      ...capacity('allocated', of('allocated_capacity_gb')),
      ...capacity('provisioned', provisioned),
      ...capacity('virtual_free', virtual),
    ],
  }
}

/** A process of the volume service: its health is 1 while its heartbeats arrive. */
export const polledVolumeService = (service: Payload): Polled => {
  const [binary = '', host = ''] = [textAt(service, 'binary'), textAt(service, 'host')]
  return {
    ...{ ...ofVolumes, type: 'volume_service', id: `${binary}@${host}` },
    attributes: found({ binary, host, status: textAt(service, 'status'), zone: textAt(service, 'zone') }),
    samples: sample('volume.service.health', 'gauge', 'health', textAt(service, 'state') === 'up' ? 1 : 0),
  }
}

/**
 * The use of the object store by a project, from the headers of its account. It is a resource of the account's name, since the
 * project id is already the id of a resource of the identity service.
 */
export const polledAccount = (id: string, projectId: string, headers: Payload): Polled => {
  const count = (name: string): number | undefined => {
    const text = textAt(headers, `x-account-${name}`)
    return text === undefined ? undefined : Number(text)
  }
  return {
    ...{ type: 'swift_account', id, projectId, userId: undefined, attributes: {} },
    samples: [
      ...sample('storage.objects', 'gauge', 'object', count('object-count')),
      ...sample('storage.objects.size', 'gauge', 'B', count('bytes-used')),
      ...sample('storage.objects.containers', 'gauge', 'container', count('container-count')),
    ],
  }
}

/** One container of an account. Resource ids must not contain a slash, so account and name are joined by `_`. */
export const polledContainer = (account: string, projectId: string, container: Payload): Polled => ({
  ...{ type: 'swift_account', id: `${account}_${textAt(container, 'name') ?? ''}`, projectId },
  ...{ userId: undefined, attributes: {} },
  samples: [
    ...sample('storage.containers.objects', 'gauge', 'object', numberAt(container, 'count')),
    ...sample('storage.containers.objects.size', 'gauge', 'B', numberAt(container, 'bytes')),
  ],
})
