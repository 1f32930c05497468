import type { HostFilter } from '../filter.ts'

/** Keeps the servers of an affinity group together: the first chooses freely, the others follow. */
export const serverGroupAffinityFilter: HostFilter = {
  name: 'ServerGroupAffinityFilter',
  refuses: ({ host }, { spec, groupHosts }) => {
    if (spec.group?.policy !== 'affinity') return undefined
    const hosts = Object.keys(groupHosts)
    return hosts.length === 0 || hosts.includes(host)
      ? undefined
      : `the server group is on ${hosts.join(', ')}`
  },
}
