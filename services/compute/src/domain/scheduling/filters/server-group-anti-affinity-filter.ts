import type { HostFilter } from '../filter.ts'

/** Keeps the servers of an anti-affinity group apart: at most `max_server_per_host` (1) of them on a host. */
export const serverGroupAntiAffinityFilter: HostFilter = {
  name: 'ServerGroupAntiAffinityFilter',
  refuses: ({ host }, { spec, groupHosts }) => {
    if (spec.group?.policy !== 'anti-affinity') return undefined
    const most = spec.group.maxServerPerHost ?? 1
    const present = groupHosts[host] ?? 0
    return present < most ? undefined : `already has ${present} of the server group, at most ${most} may be`
  },
}
