import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const CapacityPayload = Type.Object(
  {
    /** `host@backend`, or `host@backend#pool`. */
    name_to_id: Type.String(),
    total: Type.Number(),
    free: Type.Number(),
    allocated: Type.Number(),
    provisioned: Type.Number(),
    /** What can still be promised. */
    virtual_free: Type.Number(),
    reported_at: Type.String(),
  },
  { additionalProperties: false },
)

const capacity = (of: 'pool' | 'backend') =>
  notification(`capacity.${of}`, { publisher: 'capacity', payload: CapacityPayload })

/** What a back end has, in gibibytes, whenever it says something else than before. */
export const capacityNotifications = { pool: capacity('pool'), backend: capacity('backend') }
