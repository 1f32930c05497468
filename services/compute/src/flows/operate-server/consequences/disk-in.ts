import type { StoredBlockDevice } from '../../../db/servers/block-devices.ts'
import type { AdditionalPayload } from '../../../db/servers/notify-action.ts'
import type { ServerRecord } from '../../server-record.ts'

interface AboutDisk {
  readonly order: { readonly attachmentId: string }
  readonly record: ServerRecord
}

/** The disk of an attachment; undefined when the server does not have it. */
export const diskIn = ({ order, record }: AboutDisk): StoredBlockDevice | undefined =>
  record.disks.find(({ attachmentId }) => attachmentId === order.attachmentId)

/** Notifications about a volume contain its id. */
export const attachedVolumePayload = (about: AboutDisk): AdditionalPayload => {
  const named = { volume_id: diskIn(about)?.volumeId ?? '' }
  return { versioned: named, unversioned: named }
}
