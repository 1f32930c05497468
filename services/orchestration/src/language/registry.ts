import { linearPattern } from '../resource-type/linear-pattern.ts'
import { isList, isMap } from './shapes.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a name matches a pattern, where `*` matches any text. */
const fits = (pattern: string, name: string): boolean =>
  linearPattern(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).foundIn(name)

const mostMappings = 32

/** The registry's entries for a resource, by its name or wildcards; all that match are merged. */
const entryFor = (registry: Values, resource: string): Values => {
  const { resources } = registry
  if (!isMap(resources)) return {}
  const found = Object.entries(resources).filter(([name, entry]) => isMap(entry) && fits(name, resource))
  return Object.assign({}, ...found.map(([, entry]) => entry))
}

/**
 * What a type maps to: another type, or the name of a file. Keys ending in `*` map groups of types; entries under `resources`
 * apply to one resource.
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

/** The hooks of a resource, where it waits for a signal: `pre-create`. */
export const hooksOf = (registry: Values, resource: string): readonly string[] =>
  wordsOf(entryFor(registry, resource).hooks)

/** The restricted actions of a resource: `update`, `replace`. */
export const restrictedActionsOf = (registry: Values, resource: string): readonly string[] =>
  wordsOf(entryFor(registry, resource).restricted_actions)

/** The registry for a resource's nested stack: entries under the resource's name move one level up. */
export const registryWithin = (registry: Values, resource: string): Values => {
  const { resources, ...rest } = registry
  const own = entryFor(registry, resource)
  const within = Object.fromEntries(Object.entries(own).filter(([, entry]) => isMap(entry)))
  const wild = isMap(resources)
    ? Object.fromEntries(Object.entries(resources).filter(([name]) => name.includes('*')))
    : {}
  return { ...rest, resources: { ...wild, ...within } }
}
