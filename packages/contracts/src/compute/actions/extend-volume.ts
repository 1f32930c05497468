import { Type } from 'typebox'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'
import { volumeStates } from './attach-volume.ts'

/** Shows a running server the new size of a volume, after an event from Cinder. */
export const extendVolume = hostAction({
  name: 'extend_volume',
  from: { ...idle, vmStates: [...volumeStates, 'rescued', 'suspended'], lockIgnored: true },
  taskState: null,
  event: 'compute_extend_volume',
  order: {
    attachmentId: Type.String(),
    /** The new size in GiB. */
    sizeGb: Type.Integer(),
  },
})
