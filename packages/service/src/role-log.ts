import { withThreshold } from '@nimbo/kernel/log-threshold'
import type { ServiceHost } from './service-host.ts'

/** A role's log: with these fields, and a level of its own that starts as the process's. */
export const roleLog = (
  { log, logThreshold }: Pick<ServiceHost, 'log' | 'logThreshold'>,
  fields: object,
): Pick<ServiceHost, 'log' | 'logThreshold'> => {
  const own = { level: logThreshold.level }
  return { log: withThreshold(log.child(fields, { level: 'debug' }), own), logThreshold: own }
}
