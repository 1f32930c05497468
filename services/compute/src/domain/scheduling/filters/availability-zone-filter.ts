import type { HostFilter } from '../filter.ts'

/** Passes hosts in the requested availability zone; all when none is requested. */
export const availabilityZoneFilter: HostFilter = {
  name: 'AvailabilityZoneFilter',
  refuses: ({ availabilityZone }, { spec }) =>
    spec.availabilityZone === undefined || spec.availabilityZone === availabilityZone
      ? undefined
      : `is in availability zone ${availabilityZone}, not ${spec.availabilityZone}`,
}
