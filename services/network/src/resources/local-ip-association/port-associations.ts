import { type PlainPortAssociation, portAssociation } from '@nimbo/contracts/network/local-ip'
import { prepared } from '@nimbo/db/prepared'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../tables.ts'

const hostsOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('port_associations')
    .innerJoin('ports', 'ports.id', 'port_associations.fixed_port_id')
    .select(['port_associations.id as id', 'ports.binding_host_id as host'])
    .where('port_associations.id', 'in', ids),
)

export const portAssociations = repository(portAssociation, {
  visibleTo: (projectId) => sql<SqlBool>`port_associations.local_ip_id in (
      select id from local_ips where project_id = ${projectId})`,
  apart: {
    host: {
      read: async (db: Db, ids) =>
        new Map((await hostsOf(db, { ids })).map(({ id, host }) => [id, host] as const)),
      none: '',
    },
  },
})

/** Clients identify an association by its local IP and port; this combines both. */
export const associationId = (localIpId: string, portId: string): string => `${localIpId}:${portId}`

export const associationsOf = (db: Db, localIpId: string): Promise<PlainPortAssociation[]> =>
  portAssociations.list(db, 'all', {}, { where: [sql<SqlBool>`local_ip_id = ${localIpId}`] })

export const associationsWith = (db: Db, portId: string): Promise<PlainPortAssociation[]> =>
  portAssociations.list(db, 'all', { fixed_port_id: [portId] })
