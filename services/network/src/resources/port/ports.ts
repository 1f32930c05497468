import { port } from '@nimbo/contracts/network/port'
import { repository } from '@nimbo/resource/rows/repository'
import type { Row } from '@nimbo/resource/rows/row-codec'
import { type SqlBool, sql } from 'kysely'
import { fixedIpsOf, hasAddressLike } from '../../ipam/fixed-ips.ts'
import { groupsOfPorts, isInGroups } from './memberships.ts'
import { resourceRequests } from '../qos-rule/resource-requests.ts'
import { trunkDetails } from '../trunk/trunk-details.ts'
import type { Db } from '../../tables.ts'

/** Attributes without a column here. `dns_assignment` is computed when the port is shown. */
export const notKept = {
  dns_assignment: [],
  resource_request: null,
  trunk_details: null,
  qos_network_policy_id: null,
} as const

/** Whether a port has a QoS policy, its own or its network's, according to the row. */
const followsPolicy = (port: Row): boolean =>
  (port.qos_policy_id ?? port['network:qos_policy_id'] ?? null) !== null

/** A project sees its own ports and those of others on its networks. */
export const ports = repository(port, {
  visibleTo: (projectId) => sql<SqlBool>`(ports.project_id = ${projectId} or ports.network_id in (
      select id from networks where project_id = ${projectId}))`,
  apart: {
    dns_assignment: { none: notKept.dns_assignment },
    resource_request: {
      read: (db: Db, ids) => resourceRequests(db, ids),
      none: notKept.resource_request,
      concerns: followsPolicy,
    },
    qos_network_policy_id: { none: notKept.qos_network_policy_id },
    trunk_details: {
      read: (db: Db, ids) => trunkDetails(db, ids),
      none: null,
      concerns: ({ trunk_id }) => trunk_id !== null,
    },
    fixed_ips: {
      read: (db: Db, ids) => fixedIpsOf(db, ids),
      none: [],
      alsoFor: ['dns_assignment'],
      filter: hasAddressLike,
    },
    security_groups: { read: (db: Db, ids) => groupsOfPorts(db, ids), none: [], filter: isInGroups },
  },
})
