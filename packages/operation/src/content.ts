import { type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** An object without additional properties: strict bodies, and all replies. */
export const exact = { additionalProperties: false } as const

/** A resource in a reply, with exactly these properties. */
export const view = <Properties extends TProperties>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, exact)

/** A reply without a body. */
export const empty = Type.Void()

/** A body that is not plain JSON, such as an image's data. `shape` is its schema when a client requests it as JSON. */
export const content = (mediaType: string, shape?: TSchema) =>
  Type.Unsafe<unknown>({ contentMediaType: mediaType, ...(shape && { contentSchema: shape }) })

/** The JSON schema of a {@link content} body, if it has one. */
export const shapeOf = (schema: TSchema): TSchema | undefined => {
  const { contentSchema }: { readonly contentSchema?: TSchema } = schema
  return contentSchema
}

/** The media type of a body that is not JSON; undefined for JSON. */
export const mediaTypeOf = (schema: TSchema): string | undefined => {
  const { contentMediaType }: { readonly contentMediaType?: string } = schema
  return contentMediaType
}

/** Whether a reply has no body. */
export const isEmpty = (schema: TSchema): boolean => 'type' in schema && schema.type === 'void'

/** A value or null. */
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** One of several strings. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words] })
