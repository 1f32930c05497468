import { groupRefusal } from '../../server-groups/server-group-rules.ts'
import type { HostFilter } from '../filter.ts'

/** Keeps the servers of an affinity group together: the first chooses freely, the others follow. */
export const serverGroupAffinityFilter: HostFilter = {
  name: 'ServerGroupAffinityFilter',
  refuses: ({ host }, { spec: { group }, groupHosts }) =>
    group?.policy === 'affinity' ? groupRefusal(group, host, groupHosts) : undefined,
}
