import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { logLevelMethods } from './log-levels.ts'

/** RPC interface of the scheduler for the API and the volume hosts. */
export const volumeSchedulerRpc = defineRpc('cinder-scheduler', {
  /** A flow has been written and can begin; losing the message only delays it. */
  beginFlow: cast(Type.Object({ flowId: Type.String() }), { since: '3.0' }),
  /** A heartbeat of a process of the service that has no database. */
  reportService: call(
    Type.Object({ binary: Type.String(), host: Type.String(), zone: Type.String() }),
    Type.Object({}),
    { since: '3.1' },
  ),
  /** A heartbeat of a volume host, with the capacity and features of its back end. */
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
      /** Further capabilities that the operator configured, by the names that volume types require them by. */
      further: Type.Optional(Type.Record(Type.String(), Type.String())),
      filterFunction: Type.Optional(Type.String()),
      goodnessFunction: Type.Optional(Type.String()),
    }),
    Type.Object({}),
    { since: '3.0' },
  ),
  ...logLevelMethods,
})
