import { exact } from '@nimbo/operation/content'
import { type TProperties, Type } from 'typebox'

export const Uuid = Type.String({ format: 'uuid' })

/** A UUID as the key of an object. */
export const UuidKey = Type.String({ pattern: '^[0-9a-fA-F-]{36}$' })

/** Name of a resource class or a trait. */
export const ClassName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Z0-9_]+$' })

/** Counts the changes of a provider or a consumer; a change that names another one than the present is a conflict. */
export const Generation = Type.Integer()

/** An object that has exactly these properties. */
export const body = <Properties extends TProperties>(properties: Properties) => Type.Object(properties, exact)

/** By resource class, how much of it. */
export const Amounts = Type.Record(Type.String(), Type.Integer())
