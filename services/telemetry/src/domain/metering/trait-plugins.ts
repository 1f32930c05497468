import { isPayload, type Payload } from './payload.ts'
import { PipelineMistake } from './pipeline.ts'

/** Computes the value of a trait from all values of its fields; undefined for none. */
export type TraitPlugin = (values: readonly (readonly [field: string, value: unknown])[]) => unknown

const split = ({ separator = '.', segment = 0, max_split }: Payload): TraitPlugin => {
  const most = typeof max_split === 'number' ? max_split : Number.POSITIVE_INFINITY
  return ([first]) => {
    if (first === undefined) return undefined
    const pieces = String(first[1]).split(String(separator))
    const kept = [
      ...pieces.slice(0, most),
      ...(pieces.length > most ? [pieces.slice(most).join(String(separator))] : []),
    ]
    return kept[Number(segment)]
  }
}

const bitfield =
  ({ initial_bitfield = 0, flags = [] }: Payload): TraitPlugin =>
  (values) =>
    (Array.isArray(flags) ? flags.filter(isPayload) : []).reduce((bits, { path, bit, value }) => {
      const found = values.find(([field]) => field === path)
      const isSet = found !== undefined && (value === undefined ? Boolean(found[1]) : found[1] === value)
      return isSet ? bits | (1 << Number(bit)) : bits
    }, Number(initial_bitfield))

/** The seconds between two timestamps. */
const timedelta = (): TraitPlugin => (values) => {
  const [begin, end] = values.map(([, value]) => Date.parse(String(value)))
  return begin === undefined || end === undefined ? undefined : Math.abs(end - begin) / 1000
}

const map = ({ values: given, default: usual, case_sensitive = true }: Payload): TraitPlugin => {
  const spelled = (key: string) => (case_sensitive === false ? key.toLowerCase() : key)
  const named = new Map(
    Object.entries(isPayload(given) ? given : {}).map(([key, value]) => [spelled(key), value]),
  )
  return ([first]) => (first === undefined ? undefined : (named.get(spelled(String(first[1]))) ?? usual))
}

const plugins: Readonly<Record<string, (parameters: Payload) => TraitPlugin>> = {
  ...{ split, bitfield, timedelta, map },
}

/** The plug-in of a trait definition, given by its name or with parameters. Throws {@link PipelineMistake}. */
export const traitPluginOf = (given: unknown, where: string): TraitPlugin | undefined => {
  if (given === undefined) return undefined
  const { name, parameters } = isPayload(given) ? given : { name: given, parameters: {} }
  const make = typeof name === 'string' && Object.hasOwn(plugins, name) ? plugins[name] : undefined
  if (make === undefined)
    throw new PipelineMistake(
      `${where}: there is no plug-in ${String(name)}; there are ${Object.keys(plugins).join(', ')}`,
    )
  return make(isPayload(parameters) ? parameters : {})
}
