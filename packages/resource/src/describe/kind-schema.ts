import { own } from '@nimbo/kernel/own'
import { exact } from '@nimbo/operation/content'
import { before, shownTo, since } from '@nimbo/operation/windows'
import { type TSchema, Type } from 'typebox'
import type { Attribute } from './attribute.ts'
import { type Attributes, type Kind, parentParameter, type ValuesOf } from './kind.ts'
import { refused, type ValueType } from './value-type.ts'

/** The property in the microversions that have the attribute. */
const inItsVersions = ({ options }: Attribute, schema: TSchema): TSchema => {
  const begun = options.since === undefined ? schema : since(options.since, schema)
  return options.before === undefined ? begun : before(options.before, begun)
}

const shownOf = (attribute: Attribute): TSchema => {
  const schema = inItsVersions(attribute, attribute.type.schema)
  const { shownTo: rule } = attribute.options
  return rule === undefined ? Type.Optional(schema) : shownTo(rule, schema)
}

type Properties = Readonly<Record<string, TSchema>>

const properties = (attributes: Attributes, schemaOf: (attribute: Attribute) => TSchema): Properties =>
  Object.fromEntries(Object.entries(attributes).map(([name, each]) => [name, schemaOf(each)]))

const among = (attributes: Attributes, verb: 'create' | 'update'): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([, { options }]) => options.on?.split(' ').includes(verb)),
  )

const visible = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, { options }]) => options.shown !== false))

/** The schema of a resource in replies, with aliases; any property may be missing, because of policy or `fields`. */
export const shownSchema = (kind: Kind, aliases: Readonly<Record<string, string>>): Properties => {
  const attributes = visible(kind.attributes)
  const others = Object.entries(aliases).flatMap(([alias, name]) => {
    const attribute = own(attributes, name)
    return attribute ? [[alias, shownOf(attribute)] as const] : []
  })
  return { ...properties(attributes, shownOf), ...Object.fromEntries(others) }
}

/** The attributes of the body; the parent's id is in the path. */
const givenFor = (kind: Kind): Attributes => {
  const { [kind.parent?.attribute ?? '']: ofParent, ...others } = among(kind.attributes, 'create')
  return ofParent && parentParameter(kind) === undefined ? among(kind.attributes, 'create') : others
}

/** The schema of a create request. */
export const newSchema = (kind: Kind): Properties =>
  properties(givenFor(kind), (attribute) => {
    const { required, example } = attribute.options
    const takes = attribute.takes.schema
    const schema = inItsVersions(attribute, example === undefined ? takes : { ...takes, examples: [example] })
    return required ? schema : Type.Optional(schema)
  })

/** The schema of an update request. */
export const changesSchema = ({ attributes }: Kind): Properties =>
  properties(among(attributes, 'update'), (attribute) =>
    Type.Optional(inItsVersions(attribute, attribute.takes.schema)),
  )

/** Read-only resources embedded in another. */
export const embedded = <Described extends Attributes>(
  attributes: Described,
): ValueType<ValuesOf<Described>, 'json'> => ({
  schema: Type.Object(properties(attributes, shownOf), exact),
  column: 'json',
  nullable: false,
  accept: () => refused('the attribute cannot be set'),
})
