import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more members of a group with soft-affinity policy. */
export const softAffinityWeigher = configuredWeigher(
  'ServerGroupSoftAffinityWeigher',
  {
    option: 'soft_affinity_weight_multiplier',
    default: 1,
    min: 0,
    help: 'Weight multiplier for servers of a soft-affinity group: hosts with more servers of the group are preferred.',
  },
  {
    weigh: ({ host }, { spec, groupHosts }) =>
      spec.group?.policy === 'soft-affinity' ? (groupHosts[host] ?? 0) : 0,
  },
)
