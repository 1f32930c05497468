import { isList, isMap, shapeOf } from './shapes.ts'
import { invalid } from './template-problem.ts'

type Values = Readonly<Record<string, unknown>>

/** A parsed environment: parameters, resource registry and event sinks. */
export interface Environment {
  readonly parameters: Values
  readonly parameterDefaults: Values
  readonly registry: Values
  readonly encryptedNames: readonly string[]
  readonly eventSinks: readonly EventSink[]
}

/** A Zaqar queue that receives the events of a stack. */
export interface EventSink {
  readonly type: 'zaqar-queue'
  readonly target: string
  /** How long the queue keeps a message, in seconds. */
  readonly ttl: number
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

const usualTtl = 3600

const readSink = (given: unknown, index: number): EventSink => {
  const path = ['event_sinks', index]
  if (!isMap(given)) throw invalid(path, `an event sink must be a map, not a ${shapeOf(given)}`)
  const { type, target, ttl = usualTtl } = given
  if (type !== 'zaqar-queue')
    throw invalid(path, `event sink type "${String(type)}" is not known: it should be zaqar-queue`)
  if (typeof target !== 'string' || target === '')
    throw invalid(path, 'an event sink must have a target, the name of a queue')
  if (!Number.isInteger(Number(ttl)) || Number(ttl) < 1)
    throw invalid(path, 'the ttl of an event sink must be a number of seconds')
  return { type, target, ttl: Number(ttl) }
}

const readSinks = (given: unknown): readonly EventSink[] => {
  if (given === undefined || given === null) return []
  if (!isList(given)) throw invalid(['event_sinks'], `event_sinks must be a list, not a ${shapeOf(given)}`)
  return given.map(readSink)
}

/** Parses an environment. Throws for unknown sections. */
export const readEnvironment = (given: Values): Environment => {
  const strange = Object.keys(given).find((key) => !sections.includes(key))
  if (strange !== undefined) throw invalid([strange], `environment has wrong section "${strange}"`)
  const { encrypted_param_names: names, event_sinks: sinks } = given
  return {
    parameters: mapOf(given, 'parameters'),
    parameterDefaults: mapOf(given, 'parameter_defaults'),
    registry: mapOf(given, 'resource_registry'),
    encryptedNames: isList(names) ? names.map(String) : [],
    eventSinks: readSinks(sinks),
  }
}

/** The environment in the format in which it is shown and stored. */
export const environmentJson = (environment: Environment): Values => ({
  parameters: environment.parameters,
  parameter_defaults: environment.parameterDefaults,
  resource_registry: environment.registry,
  encrypted_param_names: environment.encryptedNames,
  event_sinks: environment.eventSinks,
})
