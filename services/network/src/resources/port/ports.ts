import { port } from '@nimbo/contracts/network/port'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import { fixedIpsOf, hasAddressLike } from '../../ipam/fixed-ips.ts'
import { groupsOfPorts, isInGroups } from './memberships.ts'
import type { Db } from '../../tables.ts'

/** A project knows of its own ports, and of those of others on its networks. */
export const ports = repository(port, {
  visibleTo: (projectId) => sql<SqlBool>`(ports.project_id = ${projectId} or ports.network_id in (
      select id from networks where project_id = ${projectId}))`,
  apart: {
    fixed_ips: { read: (db: Db, ids) => fixedIpsOf(db, ids), none: [], filter: hasAddressLike },
    security_groups: { read: (db: Db, ids) => groupsOfPorts(db, ids), none: [], filter: isInGroups },
  },
})
