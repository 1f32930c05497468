import type { SubnetPool } from '@nimbo/contracts/network/subnetpool'
import { versionOf } from '@nimbo/ip/ip'
import { compacted } from '@nimbo/ip/prefix-set'
import { errors } from './errors.ts'

/** The attributes of a pool that must be consistent. */
type Bounds = Pick<
  SubnetPool,
  'ip_version' | 'prefixes' | 'min_prefixlen' | 'max_prefixlen' | 'default_prefixlen'
>

type Asked = Partial<Bounds> & Pick<Bounds, 'prefixes'>

const usual = { 4: { min: 8, max: 32 }, 6: { min: 64, max: 128 } } as const

const order = (bound: string, length: number, base: string, baseLength: number, isLegal: boolean): void => {
  if (!isLegal) throw errors.IllegalSubnetPoolPrefixBounds({ bound, length, base, baseLength })
}

/** The merged prefixes and prefix lengths of a pool. Throws unless they are consistent. */
export const boundsOf = (asked: Asked): Bounds => {
  const [first] = asked.prefixes
  if (first === undefined) throw errors.EmptySubnetPoolPrefixList()
  const version = versionOf(first)
  if (asked.prefixes.some((prefix) => versionOf(prefix) !== version)) throw errors.PrefixVersionMismatch()
  const min = Number(asked.min_prefixlen ?? usual[version].min)
  const max = Number(asked.max_prefixlen ?? usual[version].max)
  const length = Number(asked.default_prefixlen ?? min)
  order('min_prefixlen', min, 'max_prefixlen', max, min <= max)
  order('max_prefixlen', max, 'ip_version_max', usual[version].max, max <= usual[version].max)
  order('default_prefixlen', length, 'min_prefixlen', min, length >= min)
  order('default_prefixlen', length, 'max_prefixlen', max, length <= max)
  return {
    ip_version: version,
    prefixes: compacted(asked.prefixes),
    min_prefixlen: String(min),
    max_prefixlen: String(max),
    default_prefixlen: String(length),
  }
}
