import type { ManagedService } from '@nimbo/service/manage/service-command'
import type { FurtherDatabase } from '@nimbo/service/service'
import { apiMigrations } from '../../../db/schema/api-migrations.ts'

const name = 'nova_api'

/** The API database. */
export const apiDatabase = (managed: Pick<ManagedService, 'databaseAddress'>): FurtherDatabase => ({
  name,
  address: managed.databaseAddress(name),
  migrations: apiMigrations,
})
