import type { Hop } from './hop.ts'

/** The services, in the order in which a request reaches them. */
const order = [
  'client',
  'keystone',
  'nova-api',
  'nova-conductor',
  'nova-scheduler',
  'placement',
  'database',
  'glance',
  'neutron',
  'cinder',
  'nova-compute',
  'hypervisor',
]

const placeOf = (lane: string): number => {
  const place = order.indexOf(lane)
  return place < 0 ? order.length : place
}

/** The services that take part in a flow, from left to right. */
export const lanesOf = (hops: readonly Hop[]): readonly string[] =>
  [...new Set(hops.flatMap(({ from, to }) => [from, to]))].sort((one, other) => placeOf(one) - placeOf(other))
