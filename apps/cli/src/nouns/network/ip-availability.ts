import {
  listNetworkIpAvailabilities,
  showNetworkIpAvailability,
} from '@nimbo/contracts/network/network-ip-availabilities'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { oneOf } from '../../grammar/option.ts'
import { networkKind, projectIn, projectOptions } from './network-kinds.ts'

const service = 'network'

export const ipAvailabilityCommands = [
  lists({
    words: 'ip availability list',
    summary: 'List IP availability for network',
    ...{ service, operation: listNetworkIpAvailabilities },
    options: { ipVersion: oneOf(['4', '6'], 'Count only addresses of this IP version'), ...projectOptions },
    request: async ({ ipVersion, ...asked }, session) => ({
      query: given({ ip_version: ipVersion, project_id: await projectIn(session, asked) }),
    }),
    columns: {
      'Network ID': 'network_id',
      'Network Name': 'network_name',
      'Total IPs': 'total_ips',
      'Used IPs': 'used_ips',
    },
  }),
  shows({
    words: 'ip availability show',
    summary: 'Show network IP availability details',
    ...{ service, operation: showNetworkIpAvailability },
    positionals: { network: one('<network>', 'Network to display (name or ID)') },
    request: async ({ network }, session) => ({
      path: { network_id: await findId(session, networkKind, network) },
    }),
  }),
]
