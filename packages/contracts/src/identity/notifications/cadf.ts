import { Type } from 'typebox'

const Host = Type.Object(
  { address: Type.String(), agent: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

const Resource = Type.Object({ typeURI: Type.String(), id: Type.String() }, { additionalProperties: false })

const Initiator = Type.Object(
  {
    typeURI: Type.String(),
    id: Type.String(),
    user_id: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    project_id: Type.Optional(Type.String()),
    domain_id: Type.Optional(Type.String()),
    request_id: Type.Optional(Type.String()),
    global_request_id: Type.Optional(Type.String()),
    host: Type.Optional(Host),
  },
  { additionalProperties: false },
)

/**
 * An event as the Cloud Auditing Data Federation has it. In the basic format there is nothing but the resource: so all the
 * others may be missing.
 */
export const cadfFields = {
  typeURI: Type.Optional(Type.String()),
  eventTime: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
  eventType: Type.Optional(Type.String()),
  action: Type.Optional(Type.String()),
  outcome: Type.Optional(Type.String()),
  initiator: Type.Optional(Initiator),
  target: Type.Optional(Resource),
  observer: Type.Optional(Resource),
  /** The id of what it is about. */
  resource_info: Type.Optional(Type.String()),
}

export const CadfPayload = Type.Object(cadfFields, { additionalProperties: false })
