import type { ServiceHost } from '@nimbo/service/service-host'

/** The dependencies of scheduler and conductor besides databases and clients. */
export type Machine = Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'spans' | 'silentBefore'>
