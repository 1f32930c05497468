import { Counter, type Registry } from 'prom-client'

/** Counts unexpected ends of processes: call the result with the roles of each. */
export const measureRestarts = (registry: Registry, groups: readonly string[]): ((roles: string) => void) => {
  const ended = new Counter({
    name: 'nimbo_worker_deaths_total',
    help: 'Worker processes that ended unexpectedly and were restarted, by their roles.',
    labelNames: ['roles'],
    registers: [registry],
  })
  for (const roles of groups) ended.inc({ roles }, 0)
  return (roles) => ended.inc({ roles })
}
