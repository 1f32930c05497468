import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const exact = { additionalProperties: false }
const Text = Type.Union([Type.String(), Type.Null()])

const Measurement = Type.Object(
  {
    result: Type.Integer(),
    metric: Type.Object({ metricId: Type.String(), name: Type.String(), unit: Type.String() }, exact),
  },
  exact,
)

/** A request about an account, a container or an object, in CADF format, with the bytes that came and went. */
export const objectStoreRequested = notification('objectstore.http.request', {
  publisher: 'ceilometermiddleware',
  payload: Type.Object(
    {
      typeURI: Type.String(),
      eventType: Type.String(),
      id: Type.String(),
      eventTime: Type.String(),
      action: Type.String(),
      outcome: Type.Union([Type.Literal('success'), Type.Literal('failure')]),
      initiator: Type.Object(
        { typeURI: Type.String(), id: Type.Optional(Type.String()), project_id: Text },
        exact,
      ),
      target: Type.Object(
        {
          typeURI: Type.String(),
          id: Type.String(),
          action: Type.String(),
          /** Path, version, container and object; and `http_header_…` of each header that the operator wants. */
          metadata: Type.Record(Type.String(), Text),
        },
        exact,
      ),
      observer: Type.Object({ id: Type.String() }, exact),
      /** None where no bytes came or went. */
      measurements: Type.Optional(Type.Array(Measurement)),
    },
    exact,
  ),
})
