import type { Weigher } from '../weigher.ts'

/** Prefers hosts that have more of a group whose servers would rather be together. */
export const softAffinityWeigher: Weigher = {
  name: 'ServerGroupSoftAffinityWeigher',
  multiplierOption: 'soft_affinity_weight_multiplier',
  weigh: ({ host }, { spec, groupHosts }) =>
    spec.group?.policy === 'soft-affinity' ? (groupHosts[host] ?? 0) : 0,
}
