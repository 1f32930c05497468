import type { HostFilter } from '../filter.ts'
import { serversInHint } from '../hinted-servers.ts'

/** Refuses the hosts of servers named by the hint `different_host`. */
export const differentHostFilter: HostFilter = {
  name: 'DifferentHostFilter',
  refuses: ({ host }, { spec, hostsOfHinted }) => {
    const there = serversInHint(spec, 'different_host').filter((id) => hostsOfHinted.get(id) === host)
    return there.length === 0 ? undefined : `has the server ${there.join(', ')}`
  },
}
