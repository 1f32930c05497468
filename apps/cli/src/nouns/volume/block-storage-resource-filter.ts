import { listResourceFilters } from '@nimbo/contracts/volume/resource-filters'
import { CliError } from '../../cloud/cli-error.ts'
import { inVolume, performAll } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { lists } from '../../grammar/declared.ts'
import { everyField } from '../../output/result.ts'

export const blockStorageResourceFilterCommands = [
  lists({
    words: 'block storage resource filter list',
    summary: 'List block storage resource filters (from 3.33 of the API)',
    ...{ service: 'volume', operation: listResourceFilters },
    columns: { Resource: 'resource', Filters: 'filters' },
  }),
  command({
    words: 'block storage resource filter show',
    summary: 'Show filters for a block storage resource type (from 3.33 of the API)',
    calls: [inVolume(listResourceFilters)],
    output: 'one',
    positionals: { resource: one('<resource>', 'Resource to show filters for (name)') },
    run: async (session, { resource }) => {
      const [found] = await performAll(session, inVolume(listResourceFilters), { query: { resource } })
      if (found === undefined) throw new CliError(`No resource filter with a name of '${resource}' exists.`)
      return everyField(found)
    },
  }),
]
