import { chosenMeters } from './chosen-meters.ts'
import { jsonPath, PathMistake } from './json-path.ts'
import { isPayload, type Payload } from './payload.ts'
import { PipelineMistake } from './pipeline.ts'
import { traitPluginOf } from './trait-plugins.ts'

export type Traits = Readonly<Record<string, string | number>>

/** The traits of events. */
export interface EventDefinitions {
  /** The traits of an event by the last definition that matches its type; undefined where none matches. */
  traitsOf(eventType: string, message: unknown): Traits | undefined
}

type ReadTrait = (message: unknown) => string | number | undefined

const kinds: Readonly<Record<string, (value: unknown) => string | number | undefined>> = {
  text: (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  string: (value) => String(value),
  int: (value) => (Number.isFinite(Number(value)) ? Math.trunc(Number(value)) : undefined),
  integer: (value) => (Number.isFinite(Number(value)) ? Math.trunc(Number(value)) : undefined),
  float: (value) => (Number.isFinite(Number(value)) ? Number(value) : undefined),
  datetime: (value) => {
    const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(String(value)) ? String(value) : `${String(value)}Z`)
    return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
  },
}

const listOf = (value: unknown, where: string): readonly string[] => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((one) => {
    if (typeof one === 'string' && one !== '') return one
    throw new PipelineMistake(`${where} is text or a list of text`)
  })
}

const fieldOf = (path: string, where: string) => {
  try {
    return { path, read: jsonPath(path) }
  } catch (error) {
    if (error instanceof PathMistake) throw new PipelineMistake(`${where}: ${error.message}`)
    throw error
  }
}

const traitOf = (given: unknown, where: string): ReadTrait => {
  if (!isPayload(given)) throw new PipelineMistake(`${where} has fields`)
  if (given.fields === undefined) throw new PipelineMistake(`${where}: fields are missing`)
  const fields = listOf(given.fields, `${where}: fields`).map((path) => fieldOf(path, `${where}: fields`))
  const kind = typeof given.type === 'string' ? given.type : 'text'
  const convert = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (convert === undefined)
    throw new PipelineMistake(
      `${where}: there is no type ${kind}; there are ${Object.keys(kinds).join(', ')}`,
    )
  const plugin = traitPluginOf(given.plugin, where)
  return (message) => {
    const found = fields.flatMap(({ path, read }) => read(message).map((value) => [path, value] as const))
    const value = plugin ? plugin(found) : found[0]?.[1]
    return value === undefined || value === null ? undefined : convert(value)
  }
}

interface Definition {
  readonly fits: (eventType: string) => boolean
  readonly traits: readonly (readonly [name: string, read: ReadTrait])[]
}

const definitionOf = (given: unknown, index: number): Definition => {
  const where = `definition ${index + 1}`
  if (!isPayload(given)) throw new PipelineMistake(`${where} has an event_type and traits`)
  if (given.event_type === undefined) throw new PipelineMistake(`${where}: event_type is missing`)
  const types = listOf(given.event_type, `${where}: event_type`)
  const { traits = {} } = given
  if (!isPayload(traits)) throw new PipelineMistake(`${where}: traits are names with fields`)
  return {
    fits: chosenMeters(types),
    traits: Object.entries(traits).map(([name, trait]) => [name, traitOf(trait, `${where}, trait ${name}`)]),
  }
}

const usual: Payload = {
  service: { fields: 'publisher_id' },
  request_id: { fields: '_context_request_id' },
  project_id: { fields: ['payload.tenant_id', '_context_tenant', '_context_project_id'] },
  user_id: { fields: ['payload.user_id', '_context_user_id'] },
  tenant_id: { fields: ['payload.tenant_id', '_context_tenant', '_context_project_id'] },
}

const read = (traits: Definition['traits'], message: unknown): Traits =>
  Object.fromEntries(
    traits.flatMap(([name, of]) => {
      const value = of(message)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

const always: Definition['traits'] = Object.entries(usual).map(([name, trait]) => [
  name,
  traitOf(trait, name),
])

/** Reads Ceilometer's `event_definitions.yaml`. Throws {@link PipelineMistake}, with the position. */
export const eventDefinitionsOf = (given: unknown): EventDefinitions => {
  if (!Array.isArray(given)) throw new PipelineMistake('event definitions are a list')
  const definitions = given.map(definitionOf)
  return {
    traitsOf: (eventType, message) => {
      const definition = definitions.findLast(({ fits }) => fits(eventType))
      return definition && { ...read(always, message), ...read(definition.traits, message) }
    },
  }
}
