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

/** A request to an account, container or object in CADF format, with the number of bytes received and sent. */
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
          /** Path, version, container and object, and `http_header_…` for each header the operator configured. */
          metadata: Type.Record(Type.String(), Text),
        },
        exact,
      ),
      observer: Type.Object({ id: Type.String() }, exact),
      /** Absent if no bytes were transferred. */
      measurements: Type.Optional(Type.Array(Measurement)),
    },
    exact,
  ),
})
