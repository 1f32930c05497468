import type { Aggregate } from './aggregate.ts'

/** The zone of each host that an aggregate puts into one; the others are in the default zone. */
export const zonesOfHosts = (aggregates: readonly Aggregate[]): ReadonlyMap<string, string> =>
  new Map(
    aggregates.flatMap(({ metadata, hosts }) => {
      const zone = metadata.availability_zone
      return zone === undefined ? [] : hosts.map((host): [string, string] => [host, zone])
    }),
  )

/** The parsed `availability_zone` of a request. */
export interface RequestedZone {
  readonly zone?: string
  readonly host?: string
  readonly node?: string
}

/** Parses `zone`, `zone:host` or `zone:host:node`; parts may be empty. Undefined when there are more parts. */
export const readZone = (text: string): RequestedZone | undefined => {
  const [zone, host, node, ...more] = text.split(':')
  if (more.length > 0) return undefined
  return { ...(zone ? { zone } : {}), ...(host ? { host } : {}), ...(node ? { node } : {}) }
}
