import type { ServiceHost } from '@nimbo/service/service-host'

/** What scheduler and conductor need of their host, besides databases and clients. */
export type Machine = Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'spans' | 'silentBefore'>
