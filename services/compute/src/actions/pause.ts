import { powerStates } from '../driver/hypervisor.ts'
import type { HostWork } from './host-work.ts'

export const pause: HostWork<'pause'> =
  ({ hypervisor: { power } }) =>
  async (_ctx, { id }) => {
    if ((await power.powerState(id)) !== powerStates.paused) await power.pause(id)
  }
