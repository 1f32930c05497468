import type { ServiceHost } from '@nimbo/service/service-host'
import type { MeteringApp } from '../../app/metering/metering-app.ts'
import { migrations } from '../../db/metering/migrations.ts'
import type { MeteringTables } from '../../db/metering/tables.ts'
import { readPipeline, readResourceDefinitions } from './read-pipelines.ts'

/** The dependencies of the roles of samples and events. */
export const meteringApp = async (host: ServiceHost): Promise<MeteringApp> => ({
  db: await host.openDatabase<MeteringTables>('ceilometer', migrations),
  clock: host.clock,
  log: host.log,
  pipeline: readPipeline(host),
  resources: readResourceDefinitions(host),
})
