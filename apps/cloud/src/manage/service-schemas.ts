import { schemas as novaSchemas } from '@nimbo/compute/schema'
import type { MigrationSet } from '@nimbo/db/migrate'
import { schemas as keystoneSchemas } from '@nimbo/identity/schema'
import { schemas as glanceSchemas } from '@nimbo/image/schema'
import { schemas as neutronSchemas } from '@nimbo/network/schema'
import { schemas as placementSchemas } from '@nimbo/placement/schema'
import { schemas as cinderSchemas } from '@nimbo/volume/schema'
import type { ServiceName } from '../roles/role.ts'

interface Schema {
  /** As operators know it: `nova_api`. */
  readonly database: string
  readonly migrations: MigrationSet
}

/** The databases of each service, without those of cells. */
export const serviceSchemas: Readonly<Record<ServiceName, readonly Schema[]>> = {
  keystone: keystoneSchemas,
  placement: placementSchemas,
  glance: glanceSchemas,
  neutron: neutronSchemas,
  cinder: cinderSchemas,
  nova: novaSchemas,
}
