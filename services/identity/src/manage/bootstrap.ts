import type { BootstrapCloud } from '@nimbo/service/bootstrap-cloud'
import { createBootstrap } from '../app/bootstrap.ts'
import { identityMigrations } from '../migrations.ts'
import type { IdentityTables } from '../db/tables.ts'

/**
 * Creates what a cloud needs before its first request: the admin user with project and roles, the region, the catalog and the
 * service accounts. A later run adds what is missing and updates endpoint URLs and service passwords, but not the admin's
 * password. Several processes may run it at the same time.
 */
export const bootstrapIdentity: BootstrapCloud = async (host, bootstrap) => {
  const db = await host.openDatabase<IdentityTables>('keystone', identityMigrations)
  await createBootstrap(db, host.clock)(bootstrap)
}
