import type { HostFilter } from '../filter.ts'
import { serversInHint } from '../hinted-servers.ts'

/** Puts a server on a host of one of the servers that the hint `same_host` names. */
export const sameHostFilter: HostFilter = {
  name: 'SameHostFilter',
  refuses: ({ host }, { spec, hostsOfHinted }) => {
    const servers = serversInHint(spec, 'same_host')
    return servers.length === 0 || servers.some((id) => hostsOfHinted.get(id) === host)
      ? undefined
      : `has none of the servers ${servers.join(', ')}`
  },
}
