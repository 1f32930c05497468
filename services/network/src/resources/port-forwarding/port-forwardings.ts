import { type PlainPortForwarding, portForwarding } from '@nimbo/contracts/network/port-forwarding'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../tables.ts'

export const portForwardings = repository(portForwarding, {
  visibleTo: (projectId) => sql<SqlBool>`port_forwardings.floatingip_id in (
      select id from floatingips where project_id = ${projectId})`,
})

/** The port forwardings of these floating IPs. */
export const forwardingsOf = (db: Db, floatingIpIds: readonly string[]): Promise<PlainPortForwarding[]> =>
  portForwardings.list(db, 'all', { floatingip_id: floatingIpIds })

/** The port forwardings to addresses of a port. */
export const forwardingsTo = (db: Db, portId: string, address?: string): Promise<PlainPortForwarding[]> =>
  portForwardings.list(db, 'all', {
    internal_port_id: [portId],
    ...(address === undefined ? {} : { internal_ip_address: [address] }),
  })
