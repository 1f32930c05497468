import { groupRefusal } from '../../server-groups/server-group-rules.ts'
import type { HostFilter } from '../filter.ts'

/** Keeps the servers of an anti-affinity group apart: at most `max_server_per_host` (1) of them on a host. */
export const serverGroupAntiAffinityFilter: HostFilter = {
  name: 'ServerGroupAntiAffinityFilter',
  refuses: ({ host }, { spec: { group }, groupHosts }) =>
    group?.policy === 'anti-affinity' ? groupRefusal(group, host, groupHosts) : undefined,
}
