import { Type } from 'typebox'
import { volumeSwapNotifications } from '../notifications/servers.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

/** Replaces a volume of a running server; requested by Cinder when it migrates volumes. */
export const swapVolume = hostAction({
  name: 'swap_volume',
  from: { ...idle, vmStates: ['active', 'paused', 'resized'] },
  taskState: null,
  event: 'compute_swap_volume',
  notifications: volumeSwapNotifications,
  order: {
    /** The attachment of the old volume. */
    attachmentId: Type.String(),
    volumeId: Type.String(),
    newAttachmentId: Type.String(),
    newVolumeId: Type.String(),
    /** The id that the server's volume has afterwards. */
    savedVolumeId: Type.String(),
    /** The new volume's size in GiB, which may be larger. */
    sizeGb: Type.Integer(),
    /** Undoes a swap of which the conductor did not learn. */
    back: Type.Optional(Type.Boolean()),
  },
})
