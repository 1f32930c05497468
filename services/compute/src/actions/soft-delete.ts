import { powerStates } from '../driver/hypervisor.ts'
import type { HostWork } from './host-work.ts'

export const softDelete: HostWork<'soft-delete'> =
  ({ hypervisor: { power }, options }) =>
  async (_ctx, { id }) => {
    if ((await power.powerState(id)) !== powerStates.shutdown)
      await power.powerOff(id, options.shutdown_timeout)
  }
