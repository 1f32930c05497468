import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { JsonObject } from '@nimbo/kernel/json'
import type { StoredTemplate } from '../../db/templates.ts'
import { errors } from '../../errors.ts'
import { isList, isMap } from '../../language/shapes.ts'
import type { Handling } from '../../resource-type/handling.ts'
import { unknownYet } from '../../resource-type/read-properties.ts'
import type { ResourceType } from '../../resource-type/resource-type.ts'
import type { HeatApp } from '../app.ts'
import type { Blueprint } from './blueprint.ts'
import { environmentWithin } from './environment-within.ts'

type Values = Readonly<Record<string, unknown>>

/** Stands for `unknownYet` in JSON. */
const mark = '\u0000unknown yet'

const exchanged = (value: unknown, from: unknown, to: unknown): unknown => {
  if (value === from) return to
  if (isList(value)) return value.map((item) => exchanged(item, from, to))
  return isMap(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exchanged(item, from, to)]))
    : value
}

/** What handlers get for a resource that does not exist yet. */
const handlingBefore = (
  app: HeatApp,
  ctx: Context,
  name: string,
  properties: Values,
  stackName: string,
): Handling<Values> => {
  const nothing = async (): Promise<never> => {
    throw errors.NotSupported({ feature: `To signal ${name} before it is there` })
  }
  return {
    properties,
    clients: app.clients(ctx),
    resource: { id: name, name, physicalName: `${stackName}-${name}`, isBusy: false, metadata: {}, data: {} },
    stack: { id: '', name: stackName, projectId: ctx.projectId ?? '' },
    attempt: {
      startedAt: timestamp(app.clock),
      isRepeat: false,
      take: async () => false,
      foundBefore: async () => [],
      made: () => {},
    },
    clock: app.clock,
    peers: { byRefId: async () => undefined, byName: async () => undefined },
    signals: { user: nothing, key: nothing, endpoint: nothing, signedUrl: nothing },
    child: undefined,
    remember: async () => {},
  }
}

export interface Within {
  readonly name: string
  readonly type: ResourceType
  readonly properties: Values
  /** The name of the stack that the resource belongs to. */
  readonly stackName: string
}

/**
 * Whether an error only means that the nested template cannot be determined before anything is created: a required property is
 * not known yet, or the type needed other resources.
 */
const cannotTell = ({ properties: declared }: ResourceType, properties: Values, error: unknown): boolean => {
  const needed = Object.entries(declared).filter(([, { required }]) => required)
  const isWhole = needed.every(([name]) => properties[name] !== undefined && properties[name] !== unknownYet)
  return !isWhole || isFault(error, 'ResourceFailure') || isFault(error, 'NotSupported')
}

/**
 * The template of a resource's nested stack before anything is created; undefined if it has none, or if it depends on resources
 * that do not exist yet.
 */
export const templateWithin = async (
  app: HeatApp,
  ctx: Context,
  { environment, files }: Blueprint,
  { name, type, properties, stackName }: Within,
): Promise<StoredTemplate | undefined> => {
  if (!type.childStack) return undefined
  const known = Object.entries(properties).filter(([, value]) => value !== unknownYet)
  const marked = exchanged(Object.fromEntries(known), unknownYet, mark)
  if (!isMap(marked)) return undefined
  try {
    const step = await type.childStack(handlingBefore(app, ctx, name, marked, stackName), undefined)
    const template = exchanged(step?.template, mark, unknownYet)
    if (!isMap(template)) return undefined
    const given: JsonObject = step?.parameters ?? {}
    const parameters = Object.fromEntries(
      Object.entries(given).filter(([, value]) => !JSON.stringify(value ?? null).includes('unknown yet')),
    )
    return { template, environment: environmentWithin(environment, name, parameters), files }
  } catch (error) {
    if (cannotTell(type, properties, error)) return undefined
    throw error
  }
}
