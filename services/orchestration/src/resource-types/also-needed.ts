import { isDeepStrictEqual } from 'node:util'
import type { Json } from '@nimbo/kernel/json'
import type { Drafted } from '../resource-type/resource-type.ts'

/** The value of a property in a template's resource, by any of its names. */
export const given = ({ properties }: Drafted, ...names: readonly string[]): Json | undefined =>
  names.map((name) => properties[name]).find((value) => value !== undefined)

/** The resources of a type whose property is textually equal to `value`. */
export const withSame = (
  all: readonly Drafted[],
  type: string,
  names: readonly string[],
  value: Json | undefined,
): readonly Drafted[] =>
  value === undefined
    ? []
    : all.filter((one) => one.type === type && isDeepStrictEqual(given(one, ...names), value))

/** The resource that `{ get_resource: … }` or `{ Ref: … }` names. */
export const referred = (all: readonly Drafted[], value: Json | undefined): Drafted | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const name = Object.entries(value).find(([word]) => word === 'get_resource' || word === 'Ref')?.[1]
  return all.find((one) => one.name === name)
}

export const namesOf = (drafted: readonly Drafted[]): readonly string[] => drafted.map(({ name }) => name)

/** The subnets of a network in the template. */
export const subnetsOf = (all: readonly Drafted[], network: Json | undefined): readonly Drafted[] =>
  withSame(all, 'OS::Neutron::Subnet', ['network', 'network_id'], network)
