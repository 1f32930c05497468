import type { ServiceHost } from '../service-host.ts'

/** What is enough for whoever needs nothing but databases: no broker, and no account. */
export type DatabaseHost = Pick<ServiceHost, 'openDatabase' | 'clock' | 'log'>
