import { exact } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

export const Uuid = Type.String({ format: 'uuid' })

/** A UUID as object key. */
export const UuidKey = Type.String({ pattern: '^[0-9a-fA-F-]{36}$' })

/** The name of a resource class or trait. */
export const ClassName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Z0-9_]+$' })

/** The generation of a provider or consumer; a write with an outdated one is a conflict. */
export const Generation = Type.Integer()

/** A strict object. */
export const body = <Properties extends TProperties>(properties: Properties) => Type.Object(properties, exact)

/** Amounts by resource class. */
export const Amounts = Type.Record(Type.String(), Type.Integer())
