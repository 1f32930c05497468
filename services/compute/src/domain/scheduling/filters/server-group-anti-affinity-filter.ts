import { groupRefusal } from '../../server-groups/server-group-rules.ts'
import type { HostFilter } from '../filter.ts'

/** Refuses hosts that already have `max_server_per_host` (default 1) members of a group with anti-affinity policy. */
export const serverGroupAntiAffinityFilter: HostFilter = {
  name: 'ServerGroupAntiAffinityFilter',
  refuses: ({ host }, { spec: { group }, groupHosts }) =>
    group?.policy === 'anti-affinity' ? groupRefusal(group, host, groupHosts) : undefined,
}
