import type { BootstrapCloud } from '@nimbo/service/bootstrap-cloud'
import { createBootstrap } from '../app/bootstrap.ts'
import { identityMigrations } from '../migrations.ts'
import type { IdentityTables } from '../db/tables.ts'

/**
 * Makes what a cloud needs before anyone can ask for anything: the first user, its project and roles, the region, the
 * catalog and the accounts of services. Run again it adds what is missing, and brings addresses and service passwords
 * up to date; the first user's password stays. Several may do so at once.
 */
export const bootstrapIdentity: BootstrapCloud = async (host, bootstrap) => {
  const db = await host.openDatabase<IdentityTables>('keystone', identityMigrations)
  await createBootstrap(db, host.clock)(bootstrap)
}
