import type { Fault } from '@nimbo/kernel/errors'
import { hostFailures } from '../domain/hosts/host-failures.ts'

/**
 * Whether somebody whom a flow needs is away: a service, the broker, a database. A host that is down is no such case: it may
 * stay so for long, and what it was to do is decided without it. Nor is one that tried and failed.
 */
export const isOutage = ({ kind, code }: Fault): boolean =>
  kind === 'unavailable' && code !== 'ComputeHostDown' && !hostFailures.includes(code)
