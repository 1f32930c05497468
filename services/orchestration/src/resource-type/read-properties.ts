import { messageOf } from '@nimbo/kernel/errors'
import { brokenBy, type Constraint } from './constraint.ts'
import { resourceErrors } from './errors.ts'
import type { Properties, Property } from './property.ts'
import { readScalar } from './read-scalar.ts'

/** Stands for a value that is known only after another resource has been created. */
export const unknownYet: unique symbol = Symbol('unknown yet')

/**
 * Looks up an entity by the name of its constraint; resolves to its id, or to the value itself for other constraints. Throws what
 * is wrong.
 */
export type Resolve = (constraint: string, value: unknown) => Promise<unknown>

interface Reading {
  readonly where: string
  readonly resolve: Resolve
}

const refuse = ({ where }: Reading, problem: string): never => {
  throw resourceErrors.PropertyError({ where, problem })
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const parts = (text: string): readonly string[] =>
  text === '' ? [] : text.split(',').map((part) => part.trim())

const readList = async (
  { items, converts }: Property,
  given: unknown,
  reading: Reading,
): Promise<unknown> => {
  const value = converts && typeof given === 'string' ? parts(given) : given
  if (!Array.isArray(value)) return refuse(reading, `${JSON.stringify(value)} is not a list`)
  if (items === undefined) return value
  const read: unknown[] = []
  for (const [index, item] of value.entries())
    read.push(await readOne(items, item, { ...reading, where: `${reading.where}[${index}]` }))
  return read.filter((item) => item !== unknownYet && item !== undefined)
}

const readMap = async ({ properties }: Property, value: unknown, reading: Reading): Promise<unknown> => {
  const map = parsed(value)
  if (!isMap(map)) return refuse(reading, `${JSON.stringify(value)} is not a map`)
  return properties === undefined ? map : readAll(properties, map, reading)
}

const hold = async (constraints: readonly Constraint[], value: unknown, reading: Reading) => {
  let held = value
  for (const constraint of constraints) {
    const problem = brokenBy(constraint, held)
    if (problem !== undefined) refuse(reading, problem)
    if (constraint.kind !== 'custom') continue
    try {
      held = await reading.resolve(constraint.name, held)
    } catch (error) {
      refuse(reading, `Error validating value '${String(value)}': ${messageOf(error)}`)
    }
  }
  return held
}

const readValue = (property: Property, value: unknown, reading: Reading): Promise<unknown> | unknown => {
  switch (property.kind) {
    case 'list':
      return readList(property, value, reading)
    case 'map':
      return readMap(property, value, reading)
    case 'any':
      return value
    default: {
      const isText = property.converts && property.kind === 'string' && typeof value === 'object'
      const scalar = readScalar(property.kind, isText ? JSON.stringify(value) : value)
      return 'problem' in scalar ? refuse(reading, scalar.problem) : scalar.value
    }
  }
}

const readOne = async (property: Property, value: unknown, reading: Reading): Promise<unknown> => {
  if (value === unknownYet) return unknownYet
  const given = value ?? property.default
  if (given === undefined) return undefined
  return hold(property.constraints ?? [], await readValue(property, given, reading), reading)
}

const underNewNames = (properties: Properties, given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [properties[name]?.replacedBy ?? name, value]),
  )

const readAll = async (
  properties: Properties,
  given: Readonly<Record<string, unknown>>,
  reading: Reading,
): Promise<Readonly<Record<string, unknown>>> => {
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(properties, name))
  if (stranger !== undefined) refuse(reading, `Unknown Property ${stranger}`)
  const renamed = underNewNames(properties, given)
  const read: [string, unknown][] = []
  for (const [name, property] of Object.entries(properties)) {
    const value = await readOne(property, renamed[name], { ...reading, where: `${reading.where}.${name}` })
    if (value === undefined && property.required && renamed[name] !== unknownYet)
      refuse({ ...reading, where: `${reading.where}.${name}` }, `Property ${name} not assigned`)
    if (value !== undefined && value !== unknownYet) read.push([name, value])
  }
  return Object.fromEntries(read)
}

/**
 * Reads the properties of a resource by their schemas: converts values, fills in defaults, checks constraints and replaces names
 * by ids. Values that are `unknownYet` are left out. Throws `PropertyError` with the path of the first invalid one.
 */
export const readProperties = (
  properties: Properties,
  given: Readonly<Record<string, unknown>>,
  reading: Reading,
): Promise<Readonly<Record<string, unknown>>> => readAll(properties, given, reading)
