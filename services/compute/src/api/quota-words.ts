import { BooleanLike, exact } from '@nimbo/contracts/compute/words'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { type TSchema, Type } from 'typebox'
import { type Limits, type QuotaResource, quotaResources } from '../domain/quota.ts'

const withoutNetwork = microversion('2.36')
const withoutInjection = microversion('2.57')

/** What 2.36 left to the network service: shown without limit, and taken without effect. */
const networkResources = ['fixed_ips', 'floating_ips', 'security_groups', 'security_group_rules'] as const

/** What the wire calls a resource. */
const wireName = (name: QuotaResource): string =>
  name === 'injected_file_path_length' ? 'injected_file_path_bytes' : name

const isInjection = (name: QuotaResource): boolean => name.startsWith('injected_')

/** The resources that a version knows. */
const resourcesAt = (version: Microversion): readonly QuotaResource[] =>
  quotaResources.filter((name) => version < withoutInjection || !isInjection(name))

/** A value for each resource that the version knows, by its wire name; `network` stands for those of the network. */
export const byWireName = <Value>(
  valueFor: (name: QuotaResource) => Value,
  network: Value,
  version: Microversion,
): Readonly<Record<string, Value>> => ({
  ...Object.fromEntries(resourcesAt(version).map((name) => [wireName(name), valueFor(name)])),
  ...(version < withoutNetwork ? Object.fromEntries(networkResources.map((name) => [name, network])) : {}),
})

/** Limits as the version shows them. */
export const limitsView = (limits: Limits, version: Microversion): Readonly<Record<string, number>> =>
  byWireName((name) => limits[name], -1, version)

const most = 2_147_483_647
const Limit = Type.Optional(
  Type.Union([Type.Integer({ minimum: -1, maximum: most }), Type.String({ pattern: '^-?[0-9]+$' })]),
)

const limitsBody = (key: string, names: readonly string[], force: Readonly<Record<string, TSchema>>) =>
  Type.Object(
    { [key]: Type.Object({ ...Object.fromEntries(names.map((name) => [name, Limit])), ...force }, exact) },
    exact,
  )

const forced = { force: Type.Optional(BooleanLike) }

/** Bodies that set limits under `key`, by what the versions since 2.57, since 2.36 and before took. */
export const limitBodies = (key: 'quota_set' | 'quota_class_set') => {
  const force = key === 'quota_set' ? forced : {}
  const all = quotaResources.map(wireName)
  const newest = quotaResources.filter((name) => !isInjection(name)).map(wireName)
  return {
    newest: limitsBody(key, newest, force),
    withInjection: limitsBody(key, all, force),
    withNetwork: limitsBody(key, [...all, ...networkResources, 'networks'], force),
  }
}

/** The limits in a body that one of {@link limitBodies} let through. */
export const limitsIn = (asked: Readonly<Record<string, unknown>>): Partial<Limits> =>
  Object.fromEntries(
    quotaResources.flatMap((name): [string, number][] => {
      const value = asked[wireName(name)]
      return value === undefined ? [] : [[name, Number(value)]]
    }),
  )
