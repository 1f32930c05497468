import { type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** An object that has exactly the properties given: bodies that refuse what they don't know, and all replies. */
export const exact = { additionalProperties: false } as const

/** What a reply shows of a resource: exactly these properties. */
export const view = <Properties extends TProperties>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, exact)

/** A reply without a body. */
export const empty = Type.Void()

/**
 * A body that the API makes or reads itself: an image's bytes, a console's text. `shape` is what it holds where it is JSON,
 * among other forms that a client may ask for.
 */
export const content = (mediaType: string, shape?: TSchema) =>
  Type.Unsafe<unknown>({ contentMediaType: mediaType, ...(shape && { contentSchema: shape }) })

/** What a body of {@link content} holds where it is JSON. */
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

/** Something or null, as OpenStack's replies have it for "not set". */
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** One of some words. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words] })
