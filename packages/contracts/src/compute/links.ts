import { view } from '@nimbo/operation/content'
import { Type } from 'typebox'

/** Links with the API version (`self`) and without (`bookmark`). */
export const Links = Type.Array(
  view({ rel: Type.String(), href: Type.String(), type: Type.Optional(Type.String()) }),
)

/** The link to the next page, for full pages only. */
export const NextLink = Type.Optional(Type.Array(view({ rel: Type.Literal('next'), href: Type.String() })))
