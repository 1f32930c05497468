import type { Fault } from '@nimbo/kernel/errors'
import { hostFailures } from '../domain/hosts/host-failures.ts'

/**
 * Whether a service, the broker or a database that a flow needs is unavailable. A host that is down does not count,
 * because it may stay down for long; nor does a host that tried and failed.
 */
export const isOutage = ({ kind, code }: Fault): boolean =>
  kind === 'unavailable' && code !== 'ComputeHostDown' && !hostFailures.includes(code)
