import type { Weigher } from '../weigher.ts'

/** Prefers hosts that have fewer of a group whose servers would rather be apart. */
export const softAntiAffinityWeigher: Weigher = {
  name: 'ServerGroupSoftAntiAffinityWeigher',
  multiplierOption: 'soft_anti_affinity_weight_multiplier',
  weigh: ({ host }, { spec, groupHosts }) =>
    spec.group?.policy === 'soft-anti-affinity' ? -(groupHosts[host] ?? 0) : 0,
}
