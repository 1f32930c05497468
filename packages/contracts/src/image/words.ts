import { Type } from 'typebox'

export const visibilities = ['public', 'private', 'shared', 'community'] as const

/** A value of a query that is read as text. */
export const text = Type.Optional(Type.String())

/** A value that a query may give several times. */
export const texts = Type.Optional(Type.Array(Type.String()))
