import { Type } from 'typebox'

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
