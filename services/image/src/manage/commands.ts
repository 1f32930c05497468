import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { migrations } from '../db/migrations.ts'
import type { ImageTables } from '../db/tables.ts'
import { loadKnownNamespaces } from '../resources/metadef/known/load-known-namespaces.ts'

const loadMetadefs: ServiceCommand = {
  name: 'db load_metadefs',
  summary: 'Creates the metadata definitions that clients expect in every cloud.',
  details: 'Adds the namespaces that are missing; existing ones are not changed.',
  options: {},
  run: async (_, managed, say) => {
    const host = managed.databases()
    const made = await loadKnownNamespaces(
      await host.openDatabase<ImageTables>('glance', migrations),
      host.clock,
    )
    say(`${made.length} namespaces of metadata definitions have been made.\n`)
    return 0
  },
}

/** The operator commands of the image service. */
export const commands: readonly ServiceCommand[] = [loadMetadefs]
