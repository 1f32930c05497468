import { fitsPattern } from '../metric/wildcards.ts'
import { isPayload, type Payload } from './payload.ts'
import { PipelineMistake } from './pipeline.ts'

/** The resource types and archive policies of meters in the metrics service. */
export interface ResourceDefinitions {
  /** The resource type of a meter; undefined when it is not published. */
  typeOf(meter: string): string | undefined
  /** The archive policy of a meter's metrics; undefined for the usual one. */
  policyOf(meter: string): string | undefined
  /** The types whose resources end with an event of this type. */
  endedBy(eventType: string): readonly string[]
}

interface Metric {
  readonly type: string
  readonly policy: string | undefined
}

const textAt = (given: Payload, name: string, where: string): string => {
  const value = given[name]
  if (typeof value === 'string' && value !== '') return value
  throw new PipelineMistake(`${where}: ${name} is text`)
}

const listAt = (given: Payload, name: string, where: string): readonly string[] => {
  const value = given[name] ?? []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((one) => {
    if (typeof one === 'string') return one
    throw new PipelineMistake(`${where}: ${name} is text or a list of text`)
  })
}

const policyIn = (given: unknown, where: string): string | undefined => {
  if (given === null) return undefined
  if (!isPayload(given)) throw new PipelineMistake(`${where} has an archive_policy_name, or nothing`)
  return given.archive_policy_name === undefined ? undefined : textAt(given, 'archive_policy_name', where)
}

const metricsOf = (given: Payload, type: string, where: string): readonly (readonly [string, Metric])[] => {
  const { metrics = {} } = given
  if (Array.isArray(metrics))
    return listAt(given, 'metrics', where).map((name) => [name, { type, policy: undefined }])
  if (!isPayload(metrics)) throw new PipelineMistake(`${where}: metrics are names`)
  return Object.entries(metrics).map(([name, metric]) => [
    name,
    { type, policy: policyIn(metric, `${where}, metric ${name}`) },
  ])
}

const resourceOf = (given: unknown, index: number) => {
  if (!isPayload(given)) throw new PipelineMistake(`resource ${index + 1} has a resource_type`)
  const type = textAt(given, 'resource_type', `resource ${index + 1}`)
  const where = `resource ${index + 1} (${type})`
  return { type, metrics: metricsOf(given, type, where), ends: listAt(given, 'event_delete', where) }
}

/**
 * Reads Ceilometer's `gnocchi_resources.yaml`; its `attributes` are not used, the built-in ones always apply. Throws {@link
 * PipelineMistake}, with the position.
 */
export const resourceDefinitionsOf = (given: unknown): ResourceDefinitions => {
  const list = isPayload(given) ? given.resources : undefined
  if (!isPayload(given) || !Array.isArray(list)) throw new PipelineMistake('resources are a list')
  const usual =
    given.archive_policy_default === undefined
      ? undefined
      : textAt(given, 'archive_policy_default', 'the file')
  const resources = list.map(resourceOf)
  const metrics = new Map(resources.flatMap((one) => one.metrics))
  return {
    typeOf: (meter) => metrics.get(meter)?.type,
    policyOf: (meter) => metrics.get(meter)?.policy ?? usual,
    endedBy: (eventType) =>
      resources.filter(({ ends }) => ends.some((one) => fitsPattern(one, eventType))).map(({ type }) => type),
  }
}
