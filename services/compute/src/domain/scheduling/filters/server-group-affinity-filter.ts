import { groupRefusal } from '../../server-groups/server-group-rules.ts'
import type { HostFilter } from '../filter.ts'

/** Passes the host of a group with affinity policy; all hosts for the first member. */
export const serverGroupAffinityFilter: HostFilter = {
  name: 'ServerGroupAffinityFilter',
  refuses: ({ host }, { spec: { group }, groupHosts }) =>
    group?.policy === 'affinity' ? groupRefusal(group, host, groupHosts) : undefined,
}
