import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with fewer members of a group with soft-anti-affinity policy. */
export const softAntiAffinityWeigher = configuredWeigher(
  'ServerGroupSoftAntiAffinityWeigher',
  {
    option: 'soft_anti_affinity_weight_multiplier',
    default: 1,
    min: 0,
    help: 'Weight multiplier for servers of a soft-anti-affinity group: hosts with fewer servers of the group are preferred.',
  },
  {
    weigh: ({ host }, { spec, groupHosts }) =>
      spec.group?.policy === 'soft-anti-affinity' ? -(groupHosts[host] ?? 0) : 0,
  },
)
