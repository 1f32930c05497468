import { Type } from 'typebox'

const Host = Type.Object(
  { address: Type.String(), agent: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

const Resource = Type.Object({ typeURI: Type.String(), id: Type.String() }, { additionalProperties: false })

/** What the identity provider said about a federated user. */
const Federated = Type.Object(
  {
    type: Type.String(),
    identity_provider: Type.String(),
    user: Type.String(),
    groups: Type.Array(Type.String()),
  },
  { additionalProperties: false },
)

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
    credential: Type.Optional(Federated),
  },
  { additionalProperties: false },
)

/** An event in CADF format. The basic format only has the resource, so other fields are optional. */
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
  /** The resource's id. */
  resource_info: Type.Optional(Type.String()),
}

export const CadfPayload = Type.Object(cadfFields, { additionalProperties: false })
