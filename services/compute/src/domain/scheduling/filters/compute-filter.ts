import type { HostFilter } from '../filter.ts'

/** Passes hosts whose compute service is enabled and has shown a sign of life lately. */
export const computeFilter: HostFilter = {
  name: 'ComputeFilter',
  refuses: ({ service }) => {
    if (service.disabled)
      return service.disabledReason === null
        ? 'its compute service is disabled'
        : `its compute service is disabled: ${service.disabledReason}`
    return service.up ? undefined : 'its compute service has shown no sign of life lately'
  },
}
