import { Counter, type Registry } from 'prom-client'

/** Shows how often processes of roles ended without being told to: call the result with the roles of each. */
export const measureRestarts = (registry: Registry): ((roles: string) => void) => {
  const ended = new Counter({
    name: 'nimbo_worker_deaths_total',
    help: 'Processes that ended without being told to, and were started again.',
    labelNames: ['roles'],
    registers: [registry],
  })
  return (roles) => ended.inc({ roles })
}
