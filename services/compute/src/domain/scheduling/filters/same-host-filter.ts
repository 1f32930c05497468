import type { HostFilter } from '../filter.ts'
import { serversInHint } from '../hinted-servers.ts'

/** Passes the hosts of servers named by the hint `same_host`. */
export const sameHostFilter: HostFilter = {
  name: 'SameHostFilter',
  refuses: ({ host }, { spec, hostsOfHinted }) => {
    const servers = serversInHint(spec, 'same_host')
    return servers.length === 0 || servers.some((id) => hostsOfHinted.get(id) === host)
      ? undefined
      : `has none of the servers ${servers.join(', ')}`
  },
}
