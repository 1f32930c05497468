import type { HostFilter } from '../filter.ts'
import type { HostState } from '../host-state.ts'

/** Explains to an operator that a host is disabled, and why. */
export const disabledBecause = ({ disabledReason }: Pick<HostState['service'], 'disabledReason'>): string =>
  disabledReason === null
    ? 'its compute service is disabled'
    : `its compute service is disabled: ${disabledReason}`

/** Passes hosts whose compute service is enabled and up. */
export const computeFilter: HostFilter = {
  name: 'ComputeFilter',
  refuses: ({ service }) => {
    if (service.disabled) return disabledBecause(service)
    return service.up ? undefined : 'its compute service has shown no sign of life lately'
  },
}
