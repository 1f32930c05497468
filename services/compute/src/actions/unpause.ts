import { powerStates } from '../driver/hypervisor.ts'
import type { HostWork } from './host-work.ts'

export const unpause: HostWork<'unpause'> =
  ({ hypervisor: { power } }) =>
  async (_ctx, { id }) => {
    if ((await power.powerState(id)) !== powerStates.running) await power.unpause(id)
  }
