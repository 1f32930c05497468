import { Type } from 'typebox'
import { volumeStates } from './attach-volume.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

/** Copies a volume that a server uses, as it is at one point in time; requested by Cinder. */
export const snapshotVolume = hostAction({
  name: 'volume_snapshot_create',
  from: {
    ...idle,
    // The volume may be copied for an image of its server.
    taskStates: [null, 'image_snapshot'],
    vmStates: [...volumeStates, 'rescued', 'suspended'],
    ...{ onHost: true, lockIgnored: true },
  },
  taskState: null,
  event: 'compute_volume_snapshot_create',
  order: {
    attachmentId: Type.String(),
    snapshotId: Type.String(),
    /** An existing file of the volume's size, next to the volume. */
    path: Type.String(),
  },
})
