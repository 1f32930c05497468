import { isList, isMap } from './shapes.ts'

type Values = Readonly<Record<string, unknown>>

const merged = (old: unknown, young: unknown, deep: boolean): unknown => {
  if (isMap(old) && isMap(young))
    return deep
      ? Object.fromEntries(
          [...new Set([...Object.keys(old), ...Object.keys(young)])].map((key) => [
            key,
            key in old && key in young ? merged(old[key], young[key], true) : (young[key] ?? old[key]),
          ]),
        )
      : { ...old, ...young }
  if (isList(old) && isList(young)) return [...old, ...young]
  if (typeof old === 'string' && typeof young === 'string' && !deep)
    return `${old}${old === '' || young === '' ? '' : ','}${young}`
  return young
}

const strategyOf = (strategies: Values, name: string): string =>
  String(strategies[name] ?? strategies.default ?? 'overwrite')

const mergeParameters = (old: Values, young: Values, strategies: Values): Values => {
  const result: Record<string, unknown> = { ...old }
  for (const [name, value] of Object.entries(young)) {
    const strategy = strategyOf(strategies, name)
    result[name] =
      name in old && strategy !== 'overwrite' ? merged(old[name], value, strategy === 'deep_merge') : value
  }
  return result
}

/** Registries are merged type by type; the entries under `resources` are merged recursively. */
const mergeRegistries = (old: Values, young: Values): Values => {
  const resources =
    isMap(old.resources) && isMap(young.resources)
      ? { resources: merged(old.resources, young.resources, true) }
      : {}
  return { ...old, ...young, ...resources }
}

/** Merges environments, later ones over earlier ones, by their `parameter_merge_strategies`. */
export const mergeEnvironments = (all: readonly Values[]): Values => {
  let merged: Values = {}
  for (const young of all) merged = laidOver(merged, young)
  return merged
}

const laidOver = (old: Values, young: Values): Values => {
  const strategies = isMap(young.parameter_merge_strategies) ? young.parameter_merge_strategies : {}
  const both = (name: string, merge: (one: Values, other: Values) => Values): Values => {
    const [one, other] = [old[name], young[name]]
    return isMap(one) || isMap(other)
      ? { [name]: merge(isMap(one) ? one : {}, isMap(other) ? other : {}) }
      : {}
  }
  const { parameter_merge_strategies: _, ...rest } = young
  return {
    ...old,
    ...rest,
    ...both('parameters', (one, other) => mergeParameters(one, other, strategies)),
    ...both('parameter_defaults', (one, other) => mergeParameters(one, other, strategies)),
    ...both('resource_registry', mergeRegistries),
  }
}
