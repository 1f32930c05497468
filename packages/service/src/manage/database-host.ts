import type { ServiceHost } from '../service-host.ts'

/** The part of a host that opens databases. */
export type DatabaseHost = Pick<ServiceHost, 'openDatabase' | 'clock' | 'log'>
