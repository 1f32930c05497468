import type { ServiceHost } from '@nimbo/service/service-host'
import { migrations } from '../db/migrations.ts'
import type { ImageTables } from '../db/tables.ts'
import { loadKnownNamespaces } from '../resources/metadef/known/load-known-namespaces.ts'

/** Makes what clients expect to find, as an operator of a cloud of processes does by `db load_metadefs`. */
export const prepareImages = async (host: ServiceHost): Promise<void> => {
  await loadKnownNamespaces(await host.openDatabase<ImageTables>('glance', migrations), host.clock)
}
