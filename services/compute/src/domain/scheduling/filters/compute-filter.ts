import type { HostFilter } from '../filter.ts'

/** Passes hosts whose compute service is enabled and up. */
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
