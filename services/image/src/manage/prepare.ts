import type { ServiceHost } from '@nimbo/service/service-host'
import { migrations } from '../db/migrations.ts'
import type { ImageTables } from '../db/tables.ts'
import { loadKnownNamespaces } from '../resources/metadef/known/load-known-namespaces.ts'

/** Creates the metadata definitions that clients expect, like the command `db load_metadefs`. */
export const prepareImages = async (host: ServiceHost): Promise<void> => {
  await loadKnownNamespaces(await host.openDatabase<ImageTables>('glance', migrations), host.clock)
}
