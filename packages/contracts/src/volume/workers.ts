import { nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { FlagLike, OptionalText, strict, Uuid } from './words.ts'

const CleanedService = view({
  /** Its number in the list of services. */
  id: Type.Integer(),
  host: Type.String(),
  binary: Type.String(),
  cluster_name: Type.Null(),
})
export type CleanedServiceView = Static<typeof CleanedService>

export const cleanUpWorkers = operation({
  id: 'workers.cleanup',
  method: 'POST',
  path: '/workers/cleanup',
  since: '3.24',
  summary: 'End what services that failed have left undone',
  rule: 'workers:cleanup',
  on: ownProject,
  body: strict({
    ...{ cluster_name: OptionalText, host: OptionalText },
    service_id: Type.Optional(
      nullable(Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,9}$' })])),
    ),
    binary: Type.Optional(oneOf(['cinder-volume', 'cinder-scheduler'])),
    is_up: Type.Optional(FlagLike),
    disabled: Type.Optional(nullable(FlagLike)),
    resource_id: Type.Optional(nullable(Uuid)),
    resource_type: Type.Optional(nullable(oneOf(['Volume', 'Snapshot']))),
  }),
  replies: {
    202: view({ cleaning: Type.Array(CleanedService), unavailable: Type.Array(CleanedService) }),
  },
  errors: ['InvalidInput'],
})
