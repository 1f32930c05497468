import { port, portNotifications, portOperations } from '@nimbo/contracts/network/port'
import { tagOperations } from '@nimbo/contracts/network/tags'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { parentsIn } from '../../api/served-kind.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { itsNetwork, seenAsShared } from '../rbac-policy/shared-with.ts'
import { createPorts } from './create-ports.ts'
import { deletePort } from './delete-port.ts'
import { policyOfNetwork } from '../qos-policy/follow-policy.ts'
import { dnsAssignment } from './dns-names.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'
import { ports } from './ports.ts'
import { updatePort } from './update-port.ts'

export const portRoom = roomOf(
  portOperations,
  {
    repository: ports,
    notFound: errors.PortNotFound,
    parents: parentsIn(networks, networkErrors.NetworkNotFound, seenAsShared('network')),
    asSeen: seenAsShared('network', itsNetwork),
    create: createPorts,
    update: updatePort,
    delete: deletePort,
    derived: ({ config }) => ({
      dns_assignment: dnsAssignment(config.DEFAULT.dns_domain),
      qos_network_policy_id: policyOfNetwork,
    }),
  },
  {
    migrations,
    notifications: portNotifications,
    tags: tagOperations(port, 'PortNotFound'),
    extensions: [
      extension('allowed-address-pairs', 'Allowed Address Pairs', 'Further addresses a port may send from'),
      extension('binding', 'Port Binding', 'How a port hangs on its host'),
      extension('bulk-port-create', 'Bulk Port Create', 'Several ports in one request'),
      extension('extra_dhcp_opt', 'Neutron Extra DHCP options', 'DHCP options of single ports'),
      extension(
        'ip-substring-filtering',
        'IP address substring filtering',
        'Ports by a part of their addresses',
      ),
      extension('dns-integration', 'DNS Integration', 'Names of ports, and domains of networks'),
      extension('dns-domain-ports', 'dns_domain for ports', 'Domains of ports'),
      extension('ip_allocation', 'IP Allocation', 'How a port comes by its addresses'),
      extension('port-device-profile', 'Port device profile', 'Accelerators of ports'),
      extension('port-hints', 'Port hints', 'What whoever plugs a port may heed'),
      extension('port-numa-affinity-policy', 'Port NUMA affinity policy', 'Where a port is plugged'),
      extension('port-security', 'Port Security', 'Filtering can be switched off for a port'),
      extension(
        'tag-ports-during-bulk-creation',
        'Tag Ports During Bulk Creation',
        'Ports are made with tags',
      ),
      extension(
        'port-mac-address-regenerate',
        'Neutron Port MAC address regenerate',
        'A port gets a fresh MAC',
      ),
    ],
  },
)
