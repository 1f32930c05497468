import { content, exact, view } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

const text = Type.Optional(Type.String())

/** What the query of a listing may hold; what else it holds is of no effect. */
export const listingQuery = Type.Object({
  ...{ limit: text, marker: text, end_marker: text, prefix: text, delimiter: text },
  ...{ path: text, reverse: text, format: text },
  ...{ versions: text, version_marker: text },
})

/** The query of a URL that is signed. */
export const signedQuery = {
  ...{ temp_url_sig: text, temp_url_expires: text, temp_url_prefix: text, temp_url_ip_range: text },
  ...{ filename: text, inline: text },
}

/** A listing, as text, JSON or XML; under a delimiter several names are told as one. */
export const listing = (item: TProperties) =>
  content('application/json', Type.Array(Type.Union([view(item), view({ subdir: Type.String() })])))

const count = Type.Optional(Type.Integer())

/** What came of work on many objects: each that failed, with why. */
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
