import { Type } from 'typebox'

export const visibilities = ['public', 'private', 'shared', 'community'] as const

/** Image statuses. */
export const imageStatuses = ['queued', 'saving', 'uploading', 'importing', 'active', 'deactivated'] as const

/** Import methods. */
export const importMethods = ['glance-direct', 'web-download', 'copy-image', 'glance-download'] as const

/** A text parameter. */
export const text = Type.Optional(Type.String())

/** A parameter that may be repeated. */
export const texts = Type.Optional(Type.Array(Type.String()))
