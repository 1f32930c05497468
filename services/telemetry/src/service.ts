import { defineService } from '@nimbo/service/define-service'
import { aodhOptions } from './alarming-options.ts'
import { ceilometerOptions } from './metering-options.ts'
import { gnocchiOptions } from './metric-options.ts'

/** The metrics service, with Gnocchi's API. */
export const metric = defineService({
  name: 'gnocchi',
  type: 'metric',
  mount: '/metric',
  options: gnocchiOptions,
  policies: async () => (await import('./metric-policies.generated.ts')).policies,
  api: async () => (await import('./api/metric/described.ts')).described,
  databases: {
    gnocchi: { migrations: async () => (await import('./db/metric/migrations.ts')).migrations },
  },
  roles: {
    'gnocchi-api': {
      kind: 'api',
      listens: { port: 8041 },
      start: async () => (await import('./roles/metric/gnocchi-api.ts')).startGnocchiApi,
    },
    'gnocchi-metricd': {
      kind: 'worker',
      processes: ({ metricd }) => metricd.workers,
      start: async () => (await import('./roles/metric/gnocchi-metricd.ts')).startGnocchiMetricd,
    },
  },
})

/** Alarms, with Aodh's API. */
export const alarming = defineService({
  name: 'aodh',
  type: 'alarming',
  mount: '/alarming',
  options: aodhOptions,
  policies: async () => (await import('./alarming-policies.generated.ts')).policies,
  api: async () => (await import('./api/alarming/described.ts')).described,
  databases: {
    aodh: { migrations: async () => (await import('./db/alarming/migrations.ts')).migrations },
  },
  roles: {
    'aodh-api': {
      kind: 'api',
      listens: { port: 8042 },
      start: async () => (await import('./roles/alarm/aodh-api.ts')).startAodhApi,
    },
    'aodh-evaluator': {
      kind: 'worker',
      start: async () => (await import('./roles/alarm/aodh-evaluator.ts')).startAodhEvaluator,
    },
    'aodh-notifier': {
      kind: 'worker',
      start: async () => (await import('./roles/alarm/aodh-notifier.ts')).startAodhNotifier,
    },
    'aodh-listener': {
      kind: 'worker',
      start: async () => (await import('./roles/alarm/aodh-listener.ts')).startAodhListener,
    },
  },
})

/** Samples and events, with Ceilometer's former API, the notification agent and the polling agent. */
export const metering = defineService({
  name: 'ceilometer',
  type: 'metering',
  mount: '/metering',
  // The role that may read the object store accounts of all projects.
  accountRoles: ['ResellerAdmin'],
  options: ceilometerOptions,
  policies: async () => (await import('./metering-policies.ts')).policies,
  api: async () => (await import('./api/metering/described.ts')).described,
  databases: {
    ceilometer: { migrations: async () => (await import('./db/metering/migrations.ts')).migrations },
  },
  roles: {
    'ceilometer-api': {
      kind: 'api',
      listens: { port: 8777 },
      start: async () => (await import('./roles/metering/ceilometer-api.ts')).startCeilometerApi,
    },
    'ceilometer-notification': {
      kind: 'worker',
      start: async () =>
        (await import('./roles/metering/ceilometer-notification.ts')).startCeilometerNotification,
    },
    'ceilometer-polling': {
      kind: 'worker',
      start: async () => (await import('./roles/metering/ceilometer-polling.ts')).startCeilometerPolling,
    },
  },
})
