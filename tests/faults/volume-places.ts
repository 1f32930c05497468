import type { SpanPlace } from '@nimbo/testkit/crash-plan'

/** What the API does to take a request on, by the id of its operation. */
export const requested = (operation: string): SpanPlace => ({
  name: `volume.${operation}`,
  service: 'cinder-api',
})

/** Steps of flows that ask no host for anything. */
export const ownSteps = (...names: readonly string[]): readonly SpanPlace[] =>
  names.map((name) => ({ name, service: 'cinder-scheduler' }))

/** The conclusion of a flow, which records what its steps have done. */
export const conclusion: SpanPlace = { name: 'onDone', service: 'cinder-scheduler' }

/** What is asked for by whoever carries flows, and done by a host. */
const on =
  (role: string) =>
  (...methods: readonly string[]): readonly SpanPlace[] =>
    methods.flatMap((method) => [
      { name: `${role}.${method}`, service: 'cinder-scheduler' },
      { name: `${role}.${method}`, service: role },
    ])
export const onHost = on('cinder-volume')
export const onBackupHost = on('cinder-backup')
