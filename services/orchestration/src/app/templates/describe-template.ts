import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { type Blueprint, blueprintOf } from './blueprint.ts'
import type { ParameterSchema, ParameterType } from '../../language/parameter-schema.ts'
import { resolve } from '../../language/resolve.ts'
import { isMap } from '../../language/shapes.ts'
import type { ResourceDefinition } from '../../language/template.ts'
import { textOf } from '../../language/value.ts'
import { findType } from './find-type.ts'
import type { HeatApp } from '../app.ts'
import { withFaults } from '../problem-fault.ts'
import type { StackRequest } from '../stacks/stack-request.ts'
import { planOf } from './plan.ts'
import { readProperties } from '../../resource-type/read-properties.ts'
import type { ResourceType } from '../../resource-type/resource-type.ts'
import { scopeBefore } from './scope-before.ts'
import { templateWithin } from './template-within.ts'
import { refuseCircles } from '../../language/graph.ts'

type Values = Readonly<Record<string, unknown>>

const types: Readonly<Record<ParameterType, string>> = {
  string: 'String',
  number: 'Number',
  comma_delimited_list: 'CommaDelimitedList',
  json: 'Json',
  boolean: 'Boolean',
}

const constraintsOf = ({ constraints }: ParameterSchema): Values => {
  const said: Record<string, unknown> = {}
  for (const { constraint, description } of constraints) {
    if (description !== undefined) said.ConstraintDescription = description
    switch (constraint.kind) {
      case 'range':
        if (constraint.min !== undefined) said.MinValue = constraint.min
        if (constraint.max !== undefined) said.MaxValue = constraint.max
        break
      case 'length':
        if (constraint.min !== undefined) said.MinLength = constraint.min
        if (constraint.max !== undefined) said.MaxLength = constraint.max
        break
      case 'allowed':
        said.AllowedValues = constraint.values
        break
      case 'pattern':
        said.AllowedPattern = constraint.pattern
        break
      case 'modulo':
        said.Modulo = { step: constraint.step, offset: constraint.offset }
        break
      case 'custom':
        said.CustomConstraint = constraint.name
        break
    }
  }
  return said
}

const parameterOf = (schema: ParameterSchema, given: Values): Values => {
  const { name, type, label, description, hidden, tags } = schema
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  return {
    ...{
      Type: types[type],
      Description: description,
      NoEcho: hidden ? 'true' : 'false',
      Label: label ?? name,
    },
    ...(schema.default === undefined
      ? {}
      : {
          Default:
            type === 'json' || type === 'number' || type === 'boolean'
              ? schema.default
              : textOf(schema.default),
        }),
    ...(value === undefined || hidden ? {} : { Value: value }),
    ...(tags.length > 0 ? { Tags: tags } : {}),
    ...constraintsOf(schema),
  }
}

/** A type that is a template file maps to itself in the registry. */
const registryOf = ({ template, environment, files }: Blueprint): Values => {
  const own = [...template.resources.values()].map(({ type }) => type)
  const named = own.filter((type) => !Object.hasOwn(environment.registry, type) && Object.hasOwn(files, type))
  return { resources: {}, ...environment.registry, ...Object.fromEntries(named.map((type) => [type, type])) }
}

/** Reads the properties that the type declares; returns them unconverted if any is invalid. */
const readLeniently = async (type: ResourceType, given: Values): Promise<Values> => {
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(type.properties, name))
  const properties = Object.fromEntries(known)
  try {
    return await readProperties(type.properties, properties, {
      where: '',
      resolve: async (_, value) => value,
    })
  } catch (error) {
    if (isFault(error, 'PropertyError')) return properties
    throw error
  }
}

/** The parameters of a template and, if requested, of its nested stacks. */
const described = async (
  app: HeatApp,
  ctx: Context,
  blueprint: Blueprint,
  {
    isNested,
    depth,
    stackName,
  }: { readonly isNested: boolean; readonly depth: number; readonly stackName: string },
): Promise<Values> => {
  const { template, environment } = blueprint
  const scope = scopeBefore(app, ctx, blueprint, { mayLack: true })
  const typeOf = ({ type, name }: ResourceDefinition) => findType(app.types, blueprint, type, name)
  const plan = await planOf({ template, scope, typeOf })
  refuseCircles(new Map([...plan].map(([name, { requires }]) => [name, new Set(requires)])))
  const within: Record<string, Values> = {}
  const deepest = app.config.DEFAULT.max_nested_stack_depth
  for (const { definition } of isNested && depth < deepest ? plan.values() : []) {
    const { name } = definition
    const type = typeOf(definition)
    const given = await resolve(definition.properties, scope, ['resources', name, 'properties'])
    const properties = await readLeniently(type, isMap(given) ? given : {})
    const stored = await templateWithin(app, ctx, blueprint, { name, type, properties, stackName })
    if (stored === undefined) continue
    const named = { id: '', name: `${stackName}-${name}`, project_id: ctx.projectId ?? '' }
    const inner = await blueprintOf(stored, named, { strict: false })
    const next = { isNested, depth: depth + 1, stackName: named.name }
    within[name] = { Type: definition.type, ...(await described(app, ctx, inner, next)) }
  }
  const { parameters: given } = environment
  return {
    Description: template.description,
    Parameters: Object.fromEntries(
      [...template.parameters.values()].map((schema) => [schema.name, parameterOf(schema, given)]),
    ),
    ...(template.parameterGroups.length > 0 ? { ParameterGroups: template.parameterGroups } : {}),
    ...(Object.keys(within).length > 0 ? { NestedParameters: within } : {}),
  }
}

/** Validates a template without parameter values, and returns the parameters it requires. */
export const describeTemplate =
  (app: HeatApp) =>
  (ctx: Context, { source, stored }: StackRequest, isNested = false): Promise<Values> =>
    withFaults(source, async () => {
      const named = { id: '', name: 'validated', project_id: ctx.projectId ?? '' }
      const blueprint = await blueprintOf(stored, named, { strict: false })
      const {
        parameters,
        parameterDefaults: parameter_defaults,
        eventSinks: event_sinks,
      } = blueprint.environment
      return {
        ...(await described(app, ctx, blueprint, { isNested, depth: 0, stackName: named.name })),
        Environment: {
          parameters,
          parameter_defaults,
          resource_registry: registryOf(blueprint),
          event_sinks,
        },
      }
    })
