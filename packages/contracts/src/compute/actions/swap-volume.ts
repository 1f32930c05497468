import { Type } from 'typebox'
import { toldOfVolumeSwap } from '../notifications/servers.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

/** A server goes on with another volume in place of one that it has, as it runs: the service that moves volumes asks for it. */
export const swapVolume = hostAction({
  name: 'swap_volume',
  from: { ...idle, vmStates: ['active', 'paused', 'resized'] },
  taskState: null,
  event: 'compute_swap_volume',
  told: toldOfVolumeSwap,
  order: {
    /** By which the server has the volume that it leaves. */
    attachmentId: Type.String(),
    volumeId: Type.String(),
    newAttachmentId: Type.String(),
    newVolumeId: Type.String(),
    /** Which of the two the server's volume is called in the end. */
    savedVolumeId: Type.String(),
    /** Gibibytes of the new one, which may be larger. */
    sizeGb: Type.Integer(),
    /** Takes back what nobody heard was done: the server has the first one again. */
    back: Type.Optional(Type.Boolean()),
  },
})
