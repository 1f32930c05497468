import { Type } from 'typebox'

export const visibilities = ['public', 'private', 'shared', 'community'] as const

/** What an image can be. */
export const imageStatuses = ['queued', 'saving', 'uploading', 'importing', 'active', 'deactivated'] as const

/** Ways in which an image's bytes come into the cloud, besides an upload. */
export const importMethods = ['glance-direct', 'web-download', 'copy-image'] as const

/** A value of a query that is read as text. */
export const text = Type.Optional(Type.String())

/** A value that a query may give several times. */
export const texts = Type.Optional(Type.Array(Type.String()))
