import { Type } from 'typebox'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'
import { volumeStates } from './attach-volume.ts'

/** A server sees that a volume it has is larger, as it runs: the service that made it larger tells of it. */
export const extendVolume = hostAction({
  name: 'extend_volume',
  from: { ...idle, vmStates: [...volumeStates, 'rescued', 'suspended'], lockIgnored: true },
  taskState: null,
  event: 'compute_extend_volume',
  order: {
    attachmentId: Type.String(),
    /** Gibibytes that it has now. */
    sizeGb: Type.Integer(),
  },
})
