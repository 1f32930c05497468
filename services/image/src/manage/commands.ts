import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { migrations } from '../db/migrations.ts'
import type { ImageTables } from '../db/tables.ts'
import { loadKnownNamespaces } from '../resources/metadef/known/load-known-namespaces.ts'

const loadMetadefs: ServiceCommand = {
  name: 'db load_metadefs',
  summary: 'Makes the metadata definitions that clients expect of every cloud.',
  details: 'Run again, it adds the namespaces that are missing; those that are there stay as they are.',
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
