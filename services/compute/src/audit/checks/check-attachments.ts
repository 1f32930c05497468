import type { Census } from '../census.ts'
import type { Finding } from '../finding.ts'
import type { SeenDisk } from '../picture.ts'
import type { Check } from './check.ts'
import { hasDomain } from './has-domain.ts'

const unfinished = ['reserved', 'attaching', 'detaching']

const knownDisks = ({ disks }: Census): ReadonlySet<string> =>
  new Set(disks.map(({ serverId, volumeId }) => `${serverId} ${volumeId}`))

/** Attachments whose server is gone, has no host, does not have the volume, or has no flow any more that completes it. */
const strayAttachments: Check = (census) => {
  const known = knownDisks(census)
  return census.attachments.flatMap(({ id, volume_id: volumeId, instance: serverId, status }): Finding[] => {
    if (serverId === null || census.busy(serverId)) return []
    const about = { resource: { type: 'attachment', id }, serverId }
    const standing = census.standing(serverId)
    if (standing === 'gone')
      return [
        {
          ...about,
          kind: 'attachment-without-server',
          problem: `Attachment ${id} holds volume ${volumeId} for server ${serverId}, and there is no such server.`,
        },
      ]
    const server = census.server(serverId)
    if (server === undefined) return []
    if (!known.has(`${serverId} ${volumeId}`))
      return [
        {
          ...about,
          cellId: server.cellId,
          kind: 'attachment-unknown-to-server',
          problem: `Attachment ${id} holds volume ${volumeId} for server ${serverId}, which has no such disk.`,
        },
      ]
    if (server.host === null && (hasDomain(server) || server.vmState === 'error'))
      return [
        {
          ...about,
          cellId: server.cellId,
          kind: 'attachment-on-no-host',
          problem: `Attachment ${id} holds volume ${volumeId} for server ${serverId}, which is ${server.vmState} on no host.`,
        },
      ]
    if (!unfinished.includes(status)) return []
    // A shelved offloaded server keeps its volumes reserved.
    if (status === 'reserved' && server.vmState === 'shelved_offloaded') return []
    return [
      {
        ...about,
        cellId: server.cellId,
        kind: 'attachment-unfinished',
        problem: `Attachment ${id} of volume ${volumeId} to server ${serverId} is ${status}, and nothing is at work on it.`,
      },
    ]
  })
}

const lacksAttachment = (census: Census, attachments: ReadonlySet<string>, disk: SeenDisk): boolean => {
  const server = census.server(disk.serverId)
  return (
    disk.volumeId !== null &&
    server !== undefined &&
    server.host !== null &&
    !census.busy(disk.serverId) &&
    (disk.attachmentId === null || !attachments.has(disk.attachmentId))
  )
}

/** Disks of live servers without an attachment in Cinder. */
const unheldDisks: Check = (census) => {
  const attachments = new Set(census.attachments.map(({ id }) => id))
  return census.disks
    .filter((disk) => lacksAttachment(census, attachments, disk))
    .map(({ id, serverId, cellId, volumeId }) => ({
      kind: 'disk-without-attachment',
      resource: { type: 'block-device', id },
      ...{ serverId, cellId },
      problem: `Server ${serverId} has volume ${volumeId}, and block storage has no attachment of it.`,
    }))
}

/** Volumes with a status such as in-use or attaching, but without an attachment. */
const heldVolumes: Check = (census) => {
  const attached = new Set(census.attachments.map(({ volume_id: id }) => id))
  return census.volumes
    .filter(({ id, status }) => [...unfinished, 'in-use'].includes(status) && !attached.has(id))
    .filter(
      ({ id }) => !census.disks.some(({ volumeId, serverId }) => volumeId === id && census.busy(serverId)),
    )
    .map(({ id, status }) => ({
      kind: 'volume-held-for-nobody',
      resource: { type: 'volume', id },
      problem: `Volume ${id} is ${status}, and has no attachment.`,
    }))
}

/** Contradictions between Cinder and servers about attachments. */
export const checkAttachments: Check = (census) =>
  census.misses('service', 'volume')
    ? []
    : [...strayAttachments(census), ...unheldDisks(census), ...heldVolumes(census)]
