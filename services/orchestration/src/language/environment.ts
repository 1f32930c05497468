import { isList, isMap, shapeOf } from './shapes.ts'
import { invalid } from './template-problem.ts'

type Values = Readonly<Record<string, unknown>>

/** What is given with a template: values, and what stands for types. */
export interface Environment {
  readonly parameters: Values
  readonly parameterDefaults: Values
  readonly registry: Values
  readonly encryptedNames: readonly string[]
  readonly eventSinks: readonly unknown[]
}

const sections = [
  'parameters',
  'parameter_defaults',
  'resource_registry',
  'encrypted_param_names',
  'event_sinks',
  'parameter_merge_strategies',
]

const mapOf = (given: Values, name: string): Values => {
  const value = given[name]
  if (value === undefined || value === null) return {}
  if (!isMap(value))
    throw invalid([name], `environment section "${name}" must be a map, not a ${shapeOf(value)}`)
  return value
}

/** Reads an environment; unknown sections are refused. */
export const readEnvironment = (given: Values): Environment => {
  const strange = Object.keys(given).find((key) => !sections.includes(key))
  if (strange !== undefined) throw invalid([strange], `environment has wrong section "${strange}"`)
  const { encrypted_param_names: names, event_sinks: sinks } = given
  return {
    parameters: mapOf(given, 'parameters'),
    parameterDefaults: mapOf(given, 'parameter_defaults'),
    registry: mapOf(given, 'resource_registry'),
    encryptedNames: isList(names) ? names.map(String) : [],
    eventSinks: isList(sinks) ? sinks : [],
  }
}

/** An environment as it is shown and kept. */
export const environmentJson = (environment: Environment): Values => ({
  parameters: environment.parameters,
  parameter_defaults: environment.parameterDefaults,
  resource_registry: environment.registry,
  encrypted_param_names: environment.encryptedNames,
  event_sinks: environment.eventSinks,
})
