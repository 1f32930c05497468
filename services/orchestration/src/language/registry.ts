import { linearPattern } from '../resource-type/linear-pattern.ts'
import { isList, isMap } from './shapes.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a name fits a pattern, where `*` stands for anything. */
const fits = (pattern: string, name: string): boolean =>
  linearPattern(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).foundIn(name)

const mostMappings = 32

/** What an entry for one resource says, by its name with wildcards; entries of the same key are joined. */
const entryFor = (registry: Values, resource: string): Values => {
  const { resources } = registry
  if (!isMap(resources)) return {}
  const found = Object.entries(resources).filter(([name, entry]) => isMap(entry) && fits(name, resource))
  return Object.assign({}, ...found.map(([, entry]) => entry))
}

/**
 * What a type stands for: another type, or a key of the files. Names ending in `*` map families of types; entries below
 * `resources` are for one resource.
 */
export const typeBehind = (registry: Values, type: string, resource: string): string => {
  let name = type
  for (let step = 0; step < mostMappings; step += 1) {
    const own = entryFor(registry, resource)
    const named = own[name]
    const next = typeof named === 'string' ? named : (mapped(registry, name) ?? name)
    if (next === name) return name
    name = next
  }
  return name
}

const mapped = (registry: Values, type: string): string | undefined => {
  const exact = registry[type]
  if (typeof exact === 'string') return exact
  for (const [pattern, target] of Object.entries(registry)) {
    if (typeof target !== 'string' || !pattern.endsWith('*') || !fits(pattern, type)) continue
    return target.endsWith('*') ? target.slice(0, -1) + type.slice(pattern.length - 1) : target
  }
  return undefined
}

const wordsOf = (value: unknown): readonly string[] =>
  isList(value) ? value.map(String) : typeof value === 'string' ? [value] : []

/** The moments at which a resource waits until somebody lets it go on: `pre-create`. */
export const hooksOf = (registry: Values, resource: string): readonly string[] =>
  wordsOf(entryFor(registry, resource).hooks)

/** What may not be done to a resource: `update`, `replace`. */
export const restrictedActionsOf = (registry: Values, resource: string): readonly string[] =>
  wordsOf(entryFor(registry, resource).restricted_actions)

/** The registry for the stack that a resource is made of: what stands below its name goes with it. */
export const registryWithin = (registry: Values, resource: string): Values => {
  const { resources, ...rest } = registry
  const own = entryFor(registry, resource)
  const within = Object.fromEntries(Object.entries(own).filter(([, entry]) => isMap(entry)))
  const wild = isMap(resources)
    ? Object.fromEntries(Object.entries(resources).filter(([name]) => name.includes('*')))
    : {}
  return { ...rest, resources: { ...wild, ...within } }
}
