import type { Context } from '@nimbo/kernel/context'
import { errors } from '../../errors.ts'
import type { Constraint } from '../../resource-type/constraint.ts'
import type { Properties, Property } from '../../resource-type/property.ts'
import type { ResourceType } from '../../resource-type/resource-type.ts'
import type { HeatApp } from '../app.ts'

type Values = Readonly<Record<string, unknown>>

/** The resource types that a caller may use, by name. */
export const typesFor = (
  app: HeatApp,
  ctx: Context,
): readonly (ResourceType & { readonly description?: string })[] =>
  [...app.types.values()]
    .filter(({ type, support }) => support?.status !== 'HIDDEN' && app.mayUse(ctx, type))
    .toSorted((one, other) => (one.type < other.type ? -1 : 1))

export const needType = (app: HeatApp, ctx: Context, name: string): ResourceType => {
  const type = app.types.get(name)
  if (!type) throw errors.EntityNotFound({ entity: 'Resource Type', name })
  if (!app.mayUse(ctx, name)) throw errors.Forbidden({ rule: name })
  return type
}

const supportOf = (support: ResourceType['support']): Values => ({
  status: support?.status ?? 'SUPPORTED',
  version: support?.since ?? null,
  message: support?.message ?? null,
  previous_status: null,
})

const constraintOf = (constraint: Constraint): Values => {
  switch (constraint.kind) {
    case 'allowed':
      return { allowed_values: constraint.values }
    case 'custom':
      return { custom_constraint: constraint.name }
    case 'pattern':
      return { allowed_pattern: constraint.pattern }
    case 'modulo':
      return { modulo: { step: constraint.step, offset: constraint.offset } }
    case 'range':
    case 'length': {
      const { kind, ...bounds } = constraint
      return { [kind]: bounds }
    }
  }
}

const kinds: Readonly<Record<Property['kind'], string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  list: 'list',
  map: 'map',
  any: 'any',
}

const propertyOf = ({
  kind,
  required,
  default: fallback,
  update,
  constraints,
  description,
  items,
  properties,
}: Property): Values => ({
  type: kinds[kind],
  required: required ?? false,
  update_allowed: update === 'in-place',
  immutable: update === 'refuse',
  ...(description === undefined ? {} : { description }),
  ...(fallback === undefined ? {} : { default: fallback }),
  ...(constraints ? { constraints: constraints.map(constraintOf) } : {}),
  ...(items ? { schema: { '*': propertyOf(items) } } : {}),
  ...(properties ? { schema: propertiesOf(properties) } : {}),
})

const propertiesOf = (properties: Properties): Values =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, propertyOf(property)]))

/** The schema of a resource type in Heat's format. */
export const describeType = ({ type, support, properties, attributes = {}, show }: ResourceType): Values => ({
  resource_type: type,
  support_status: supportOf(support),
  properties: propertiesOf(properties),
  attributes: {
    ...Object.fromEntries(
      Object.entries(attributes).map(([name, one]) => [name, { type: one.type ?? 'string' }]),
    ),
    ...(show ? { show: { type: 'map', description: 'Detailed information about resource.' } } : {}),
  },
})

const parameterTypes: Readonly<Record<Property['kind'], readonly [string, string]>> = {
  string: ['string', 'String'],
  integer: ['number', 'Number'],
  number: ['number', 'Number'],
  boolean: ['boolean', 'Boolean'],
  list: ['comma_delimited_list', 'CommaDelimitedList'],
  map: ['json', 'Json'],
  any: ['json', 'Json'],
}

/** A template with one resource of a type: its properties are parameters, its attributes outputs. */
export const templateOfType = (
  { type, properties, attributes = {} }: ResourceType,
  kind: 'hot' | 'cfn',
): Values => {
  const shortName = type.split('::').at(-1) ?? type
  const entries = Object.entries(properties)
  if (kind === 'hot')
    return {
      heat_template_version: '2016-10-14',
      description: `Initial template of ${shortName}`,
      parameters: Object.fromEntries(
        entries.map(([name, one]) => [
          name,
          {
            type: parameterTypes[one.kind][0],
            ...(one.default === undefined ? {} : { default: one.default }),
          },
        ]),
      ),
      resources: {
        [shortName]: {
          type,
          properties: Object.fromEntries(entries.map(([name]) => [name, { get_param: name }])),
        },
      },
      outputs: Object.fromEntries(
        Object.keys(attributes).map((name) => [name, { value: { get_attr: [shortName, name] } }]),
      ),
    }
  return {
    HeatTemplateFormatVersion: '2012-12-12',
    Description: `Initial template of ${shortName}`,
    Parameters: Object.fromEntries(
      entries.map(([name, one]) => [
        name,
        { Type: parameterTypes[one.kind][1], ...(one.default === undefined ? {} : { Default: one.default }) },
      ]),
    ),
    Resources: {
      [shortName]: {
        Type: type,
        Properties: Object.fromEntries(entries.map(([name]) => [name, { Ref: name }])),
      },
    },
    Outputs: Object.fromEntries(
      Object.keys(attributes).map((name) => [name, { Value: { 'Fn::GetAtt': [shortName, name] } }]),
    ),
  }
}
