import type { HostWork } from './host-work.ts'

export const suspend: HostWork<'suspend'> =
  ({ hypervisor: { power } }) =>
  (_ctx, { id }) =>
    power.suspend(id)
