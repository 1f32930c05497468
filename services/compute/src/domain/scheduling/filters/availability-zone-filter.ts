import type { HostFilter } from '../filter.ts'

/** Holds a server to the zone that was asked for; without one, any will do. */
export const availabilityZoneFilter: HostFilter = {
  name: 'AvailabilityZoneFilter',
  refuses: ({ availabilityZone }, { spec }) =>
    spec.availabilityZone === undefined || spec.availabilityZone === availabilityZone
      ? undefined
      : `is in availability zone ${availabilityZone}, not ${spec.availabilityZone}`,
}
