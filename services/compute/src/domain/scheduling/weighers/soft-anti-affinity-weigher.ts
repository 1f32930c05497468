import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with fewer members of a group with soft-anti-affinity policy. */
export const softAntiAffinityWeigher = configuredWeigher(
  'ServerGroupSoftAntiAffinityWeigher',
  {
    option: 'soft_anti_affinity_weight_multiplier',
    default: 1,
    min: 0,
    help: 'How much it counts, when hosts are weighed for a server of a soft-anti-affinity group, that a host has fewer of the group.',
  },
  {
    weigh: ({ host }, { spec, groupHosts }) =>
      spec.group?.policy === 'soft-anti-affinity' ? -(groupHosts[host] ?? 0) : 0,
  },
)
