import * as operations from '@nimbo/contracts/network/network-ip-availabilities'
import { handlersOf, kindOf } from '@nimbo/http/handle'
import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import type { Deps } from '../../app/deps.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { countAddresses } from './count-addresses.ts'

const rule = 'get_network_ip_availability'

const handle = handlersOf<Deps>()({
  network_ip_availability: kindOf<Deps>()({
    by: 'network_id',
    find: async ({ app }, id) => {
      const [found] = await countAddresses(app.db, { networks: [id] })
      if (!found) throw networkErrors.NetworkNotFound({ id })
      return found
    },
    facts: ({ project_id }) => ({ project_id }),
    knownBy: { rule, notFound: (id) => networkErrors.NetworkNotFound({ id }) },
  }),
})

const list = handle(operations.listNetworkIpAvailabilities, async ({ app, query, allows }) => {
  const projects = query.project_id ?? query.tenant_id
  const counted = await countAddresses(app.db, {
    ...(query.network_id ? { networks: query.network_id } : {}),
    ...(query.network_name ? { names: query.network_name } : {}),
    ...(projects ? { projects } : {}),
    ...(query.ip_version ? { versions: query.ip_version.map(Number) } : {}),
  })
  return {
    network_ip_availabilities: counted.filter(({ project_id }) => allows(rule, { project_id })),
  }
})

const show = handle(operations.showNetworkIpAvailability, async ({ found }) => found)

/** Computed at each request; nothing is stored. */
export const networkIpAvailabilityRoom: Room = {
  listed: {
    name: 'network_ip_availability',
    collection: 'network_ip_availabilities',
    path: 'network-ip-availabilities',
  },
  repositories: [],
  counted: [],
  routes: [list, show],
  migrations: {},
  extensions: [
    extension('network-ip-availability', 'Network IP Availability', 'How many addresses are used'),
  ],
}
