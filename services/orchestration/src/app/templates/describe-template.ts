import type { Context } from '@nimbo/kernel/context'
import { blueprintOf } from './blueprint.ts'
import type { ParameterSchema, ParameterType } from '../../language/parameter-schema.ts'
import { parseTemplate } from '../../language/parse-template.ts'
import { readEnvironment } from '../../language/environment.ts'
import { textOf } from '../../language/value.ts'
import { findType } from './find-type.ts'
import type { HeatApp } from '../app.ts'
import { withFaults } from '../problem-fault.ts'
import type { StackRequest } from '../stacks/stack-request.ts'
import { planOf } from './plan.ts'
import { unknownYet } from '../../resource-type/read-properties.ts'
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
  const value = Object.hasOwn(given, name) ? given[name] : schema.default
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

/** Checks a template without the values it asks for, and tells which these are. */
export const describeTemplate =
  (app: HeatApp) =>
  (ctx: Context, { source, stored }: StackRequest): Promise<Values> =>
    withFaults(source, async () => {
      const template = parseTemplate(stored.template)
      const { parameters: given } = readEnvironment(stored.environment)
      const named = { id: '', name: 'validated', project_id: ctx.projectId ?? '' }
      const blueprint = await blueprintOf(stored, named, { strict: false })
      const plan = await planOf({
        template,
        scope: {
          template,
          parameter: (name) => {
            if (Object.hasOwn(blueprint.parameters, name)) return blueprint.parameters[name]
            return template.parameters.has(name) ? unknownYet : undefined
          },
          file: (key) => (Object.hasOwn(stored.files, key) ? stored.files[key] : undefined),
          facade: () => unknownYet,
          zones: async () => [],
        },
        typeOf: ({ type, name }) => findType(app.types, blueprint, type, name),
      })
      refuseCircles(new Map([...plan].map(([name, { requires }]) => [name, new Set(requires)])))
      const groups = template.parameterGroups.length > 0 ? { ParameterGroups: template.parameterGroups } : {}
      return {
        Description: template.description,
        Parameters: Object.fromEntries(
          [...template.parameters.values()].map((schema) => [schema.name, parameterOf(schema, given)]),
        ),
        ...groups,
        Environment: {
          parameters: given,
          parameter_defaults: {},
          resource_registry: { resources: {} },
          event_sinks: [],
          encrypted_param_names: [],
        },
      }
    })
