import { Gauge, type Registry } from 'prom-client'

/** Shows which roles a process has, so that its other series can be found by role. */
export const measureRoles = (registry: Registry, roles: readonly string[]): void => {
  const gauge = new Gauge({
    name: 'nimbo_role',
    help: 'One for each role of the process.',
    labelNames: ['role'],
    registers: [registry],
  })
  for (const role of roles) gauge.set({ role }, 1)
}
