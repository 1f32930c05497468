import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more members of a group with soft-affinity policy. */
export const softAffinityWeigher = configuredWeigher(
  'ServerGroupSoftAffinityWeigher',
  {
    option: 'soft_affinity_weight_multiplier',
    default: 1,
    min: 0,
    help: 'How much it counts, when hosts are weighed for a server of a soft-affinity group, that a host has more of the group.',
  },
  {
    weigh: ({ host }, { spec, groupHosts }) =>
      spec.group?.policy === 'soft-affinity' ? (groupHosts[host] ?? 0) : 0,
  },
)
