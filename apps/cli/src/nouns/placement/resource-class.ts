import {
  createResourceClass,
  deleteResourceClass,
  ensureResourceClass,
  listResourceClasses,
  showResourceClass,
} from '@nimbo/contracts/placement/resource-classes'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'

const service = 'placement'
const name = one('<name>', 'Name of the resource class')
const columns = { name: 'name' }

export const resourceClassCommands = [
  lists({
    words: 'resource class list',
    summary: 'List resource classes',
    ...{ service, operation: listResourceClasses, columns },
  }),
  shows({
    words: 'resource class show',
    summary: 'Show a resource class',
    ...{ service, operation: showResourceClass, columns },
    positionals: { name },
    request: ({ name: wanted }) => ({ path: { name: wanted } }),
  }),
  does({
    words: 'resource class create',
    summary: 'Create a custom resource class (CUSTOM_…)',
    ...{ service, operation: createResourceClass },
    positionals: { name },
    request: ({ name: wanted }) => ({ body: { name: wanted } }),
  }),
  does({
    words: 'resource class set',
    summary: 'Create a custom resource class unless it already exists',
    ...{ service, operation: ensureResourceClass },
    positionals: { name },
    request: ({ name: wanted }) => ({ path: { name: wanted } }),
  }),
  does({
    words: 'resource class delete',
    summary: 'Delete a custom resource class',
    ...{ service, operation: deleteResourceClass },
    positionals: { name },
    request: ({ name: wanted }) => ({ path: { name: wanted } }),
  }),
]
