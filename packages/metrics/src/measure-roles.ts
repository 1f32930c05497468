import { Gauge, type Registry } from 'prom-client'

/** Exports the roles of a process, to join with its other series. */
export const measureRoles = (registry: Registry, roles: readonly string[]): void => {
  const gauge = new Gauge({
    name: 'nimbo_role',
    help: '1 for each role of the process.',
    labelNames: ['role'],
    registers: [registry],
  })
  for (const role of roles) gauge.set({ role }, 1)
}
