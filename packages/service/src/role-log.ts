import { withThreshold } from '@nimbo/kernel/log-threshold'
import type { ServiceHost } from './service-host.ts'

/** The log of a role: its lines carry these fields, and its level is its own, at first that of the process. */
export const roleLog = (
  { log, logThreshold }: Pick<ServiceHost, 'log' | 'logThreshold'>,
  fields: object,
): Pick<ServiceHost, 'log' | 'logThreshold'> => {
  const own = { level: logThreshold.level }
  return { log: withThreshold(log.child(fields, { level: 'debug' }), own), logThreshold: own }
}
