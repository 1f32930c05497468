import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { logLevelMethods } from './log-levels.ts'

/** What the API and the volume hosts tell the scheduler. */
export const volumeSchedulerRpc = defineRpc('cinder-scheduler', {
  /** A flow has been written and can begin; losing the message only delays it. */
  beginFlow: cast(Type.Object({ flowId: Type.String() }), { since: '3.0' }),
  /** A part of the service that has no database is alive. */
  reportService: call(
    Type.Object({ binary: Type.String(), host: Type.String(), zone: Type.String() }),
    Type.Object({}),
    { since: '3.1' },
  ),
  /** A volume host is alive, and this is what its back end has. */
  reportHost: call(
    Type.Object({
      /** `host@backend` */
      host: Type.String(),
      zone: Type.String(),
      backend: Type.String(),
      driver: Type.String(),
      totalGb: Type.Number(),
      freeGb: Type.Number(),
      thin: Type.Boolean(),
      reservedPercentage: Type.Optional(Type.Number()),
      /** What else its operator says that it can, by the names that types ask for. */
      further: Type.Optional(Type.Record(Type.String(), Type.String())),
      filterFunction: Type.Optional(Type.String()),
      goodnessFunction: Type.Optional(Type.String()),
    }),
    Type.Object({}),
    { since: '3.0' },
  ),
  ...logLevelMethods,
})
