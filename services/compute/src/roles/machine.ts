import type { ServiceHost } from '@nimbo/service/service-host'

/** What scheduler and conductor need besides databases and clients. */
export type Machine = Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'spans' | 'silentBefore'>
