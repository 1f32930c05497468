import type { HostWork } from './host-work.ts'

export const triggerCrashDump: HostWork<'trigger-crash-dump'> =
  ({ hypervisor: { power } }) =>
  (_ctx, { id }) =>
    power.interrupt(id)
