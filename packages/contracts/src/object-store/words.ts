import { content, exact, view } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

const text = Type.Optional(Type.String())

/** Parameters of a listing; others are ignored. */
export const listingQuery = Type.Object({
  ...{ limit: text, marker: text, end_marker: text, prefix: text, delimiter: text },
  ...{ path: text, reverse: text, format: text },
  ...{ versions: text, version_marker: text },
})

/** Parameters of a temporary URL. */
export const signedQuery = {
  ...{ temp_url_sig: text, temp_url_expires: text, temp_url_prefix: text, temp_url_ip_range: text },
  ...{ filename: text, inline: text },
}

/** A listing as text, JSON or XML; with a delimiter, names are grouped. */
export const listing = (item: TProperties) =>
  content('application/json', Type.Array(Type.Union([view(item), view({ subdir: Type.String() })])))

const count = Type.Optional(Type.Integer())

/** The result of a bulk operation, with each failure. */
export const bulkReply = content(
  'application/json',
  Type.Object(
    {
      ...{ 'Number Deleted': count, 'Number Not Found': count, 'Number Files Created': count },
      'Response Status': Type.String(),
      'Response Body': Type.String(),
      Errors: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 })),
    },
    exact,
  ),
)
