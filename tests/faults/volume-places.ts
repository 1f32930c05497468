import type { SpanPlace } from '@nimbo/testkit/crash-plan'

/** The span in which the API handles a request, by the id of the operation. */
export const requested = (operation: string): SpanPlace => ({
  name: `volume.${operation}`,
  service: 'cinder-api',
})

/** Steps of flows that send no request to a host. */
export const ownSteps = (...names: readonly string[]): readonly SpanPlace[] =>
  names.map((name) => ({ name, service: 'cinder-scheduler' }))

/** The conclusion of a flow, which records what its steps have done. */
export const conclusion: SpanPlace = { name: 'onDone', service: 'cinder-scheduler' }

/** For each method of a host, the call from the scheduler, which runs the flows, and the work on the host. */
const on =
  (role: string) =>
  (...methods: readonly string[]): readonly SpanPlace[] =>
    methods.flatMap((method) => [
      { name: `${role}.${method}`, service: 'cinder-scheduler' },
      { name: `${role}.${method}`, service: role },
    ])
export const onHost = on('cinder-volume')
export const onBackupHost = on('cinder-backup')
