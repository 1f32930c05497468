import { exact, nullable, oneOf, view } from '@nimbo/operation/content'
import { found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

/** Policy rules check the namespace's owner. */
export const on = found('namespace')

export const namespacePath = '/v2/metadefs/namespaces/{namespace_name}'

const longestName = 80
const longestText = 500

export const Name = Type.String({ minLength: 1, maxLength: longestName })
export const Description = Type.Optional(nullable(Type.String({ maxLength: longestText })))
export const visibilities = ['public', 'private'] as const
export const Visibility = oneOf(visibilities)

const OneType = oneOf(['array', 'boolean', 'integer', 'number', 'object', 'string'])

/** JSON Schema keywords and a few more. */
const rules = {
  title: Type.String({ maxLength: longestName }),
  type: Type.Union([OneType, Type.Array(OneType), Type.Null()]),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  operators: Type.Optional(Type.Array(Type.String())),
  required: Type.Optional(Type.Array(Type.String())),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  minLength: Type.Optional(Type.Integer({ minimum: 0 })),
  maxLength: Type.Optional(Type.Integer({ minimum: 0 })),
  pattern: Type.Optional(Type.String()),
  enum: Type.Optional(Type.Array(Type.Unknown())),
  readonly: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.Unknown()),
  items: Type.Optional(
    Type.Object({
      type: Type.Optional(Type.Union([OneType, Type.Null()])),
      enum: Type.Optional(Type.Array(Type.Unknown())),
    }),
  ),
  uniqueItems: Type.Optional(Type.Boolean()),
  minItems: Type.Optional(Type.Integer({ minimum: 0 })),
  maxItems: Type.Optional(Type.Integer({ minimum: 0 })),
  additionalItems: Type.Optional(Type.Boolean()),
}

/** A property within a map. */
export const PropertyRules = Type.Object(rules, exact)
export type PropertyRules = Static<typeof PropertyRules>
export const Properties = Type.Record(Type.String({ minLength: 1, maxLength: longestName }), PropertyRules)

/** A property with its name. */
export const PropertyBody = Type.Object({ name: Name, ...rules }, exact)
export type PropertyBody = Static<typeof PropertyBody>

export const ObjectBody = Type.Object(
  {
    name: Name,
    description: Description,
    required: Type.Optional(Type.Array(Type.String())),
    properties: Type.Optional(Properties),
  },
  exact,
)
export type ObjectBody = Static<typeof ObjectBody>

export const TagBody = Type.Object({ name: Name }, exact)

export const AssociationBody = Type.Object(
  {
    name: Name,
    prefix: Type.Optional(nullable(Type.String({ maxLength: longestName }))),
    properties_target: Type.Optional(nullable(Type.String({ maxLength: longestName }))),
  },
  exact,
)
export type AssociationBody = Static<typeof AssociationBody>

const when = { created_at: Type.String(), updated_at: Type.String() }
const links = { self: Type.String(), schema: Type.String() }

const shownObject = {
  name: Name,
  description: Description,
  required: Type.Array(Type.String()),
  properties: Properties,
  ...when,
  ...links,
}
export const ShownObject = view(shownObject)
export type ShownObject = Static<typeof ShownObject>

/** The reply to an update of an object; `required` and `properties` are present only if the client sent them. */
export const ChangedObject = view({
  ...shownObject,
  required: Type.Optional(shownObject.required),
  properties: Type.Optional(Properties),
})

export const ShownTag = view({ name: Name, ...when })
export type ShownTag = Static<typeof ShownTag>

/** A tag in a list. */
export const ListedTag = view({ name: Name })

export const ShownAssociation = view({
  name: Name,
  prefix: Type.Optional(Type.String()),
  properties_target: Type.Optional(Type.String()),
  ...when,
})
export type ShownAssociation = Static<typeof ShownAssociation>

/** The query of lists within a namespace. */
export const page = Type.Object({
  limit: Type.Optional(Type.String()),
  marker: Type.Optional(Type.String()),
  sort_key: Type.Optional(Type.String()),
  sort_dir: Type.Optional(oneOf(['asc', 'desc'])),
})
