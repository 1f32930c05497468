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
    /** The space that can still be allocated to volumes, including over-subscription. */
    virtual_free: Type.Number(),
    reported_at: Type.String(),
  },
  { additionalProperties: false },
)

const capacity = (of: 'pool' | 'backend') =>
  notification(`capacity.${of}`, { publisher: 'capacity', payload: CapacityPayload })

/** The capacity of a back end and its pool in GiB, sent whenever the back end reports other values than before. */
export const capacityNotifications = { pool: capacity('pool'), backend: capacity('backend') }
