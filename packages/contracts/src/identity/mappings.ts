import { accepted, type ValueType } from '@nimbo/resource/describe/value-type'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Columns, resource } from '@nimbo/resource/describe/kind'
import { type Static, Type } from 'typebox'
import { crudOf } from './crud.ts'
import { id, words } from './value-types.ts'

const Texts = Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 1000 })

/** Conditions on a remote user's attributes; the values of those without a condition can be used by number. */
const Remote = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: 255 }),
    regex: Type.Optional(Type.Boolean()),
    any_one_of: Type.Optional(Texts),
    not_any_of: Type.Optional(Texts),
    whitelist: Type.Optional(Texts),
    blacklist: Type.Optional(Texts),
  },
  { additionalProperties: false },
)

const Domain = Type.Object(
  { id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
const Group = Type.Object(
  { id: Type.Optional(Type.String()), name: Type.Optional(Type.String()), domain: Type.Optional(Domain) },
  { additionalProperties: false },
)

/** The local user or groups: `{0}` stands for the first of those values. */
const Local = Type.Object(
  {
    user: Type.Optional(
      Type.Object(
        {
          id: Type.Optional(Type.String()),
          name: Type.Optional(Type.String()),
          email: Type.Optional(Type.String()),
          domain: Type.Optional(Domain),
          type: Type.Optional(Type.Enum(['ephemeral', 'local'])),
        },
        { additionalProperties: false },
      ),
    ),
    group: Type.Optional(Group),
    groups: Type.Optional(Type.String()),
    group_ids: Type.Optional(Type.String()),
    domain: Type.Optional(Domain),
  },
  { additionalProperties: false },
)

const Rules = Type.Array(
  Type.Object(
    { local: Type.Array(Local, { minItems: 1 }), remote: Type.Array(Remote, { minItems: 1 }) },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: 1000 },
)
export type MappingRules = Static<typeof Rules>

const rules: ValueType<MappingRules, 'json'> = {
  schema: Rules,
  column: 'json',
  nullable: false,
  // Rules are validated with the body.
  accept: (given) => accepted(given as MappingRules),
}

/** Maps remote users to local ones. */
export const mapping = resource('mapping', 'mappings', {
  id: attribute(id, {}),
  rules: attribute(rules, { on: 'create update', required: true, filter: false }),
  schema_version: attribute(words(), { on: 'create update', filter: false, default: '1.0' }),
})
export type MappingColumns = Columns<typeof mapping>

export const mappingOperations = crudOf(mapping, {
  path: '/v3/OS-FEDERATION/mappings',
  id: 'mapping_id',
  rules: { one: 'mapping', many: 'mappings' },
  named: true,
  filters: {},
  errors: { notFound: 'NotFound', create: ['Duplicate'] },
})
