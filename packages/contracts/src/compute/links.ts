import { view } from '@nimbo/operation/content'
import { Type } from 'typebox'

/** Where a thing is to be found: with the version (`self`) and without (`bookmark`). */
export const Links = Type.Array(
  view({ rel: Type.String(), href: Type.String(), type: Type.Optional(Type.String()) }),
)

/** The link to the next page of a list, of a full page only. */
export const NextLink = Type.Optional(Type.Array(view({ rel: Type.Literal('next'), href: Type.String() })))
