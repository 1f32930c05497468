import { createTrait, deleteTrait, listTraits, showTrait } from '@nimbo/contracts/placement/traits'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { flag, text } from '../../grammar/option.ts'

const service = 'placement'
const name = one('<name>', 'Name of the trait')

export const traitCommands = [
  lists({
    words: 'trait list',
    summary: 'List traits',
    ...{ service, operation: listTraits },
    options: {
      name: text('<name>', 'List only these traits (in:A,B), or those with this prefix (startswith:CUSTOM)'),
      associated: flag('List only traits that at least one resource provider has'),
    },
    request: ({ name: wanted, associated }) => ({
      query: { name: wanted, associated: associated ? 'true' : undefined },
    }),
    columns: { name: 'name' },
  }),
  shows({
    words: 'trait show',
    summary: 'Show whether a trait with this name exists',
    ...{ service, operation: showTrait },
    positionals: { name },
    request: ({ name: wanted }) => ({ path: { name: wanted } }),
    thing: (_, { name: shown }) => ({ name: shown }),
  }),
  does({
    words: 'trait create',
    summary: 'Create a custom trait (CUSTOM_…)',
    ...{ service, operation: createTrait },
    positionals: { name },
    request: ({ name: wanted }) => ({ path: { name: wanted } }),
  }),
  does({
    words: 'trait delete',
    summary: 'Delete a custom trait',
    ...{ service, operation: deleteTrait },
    positionals: { name },
    request: ({ name: wanted }) => ({ path: { name: wanted } }),
  }),
]
