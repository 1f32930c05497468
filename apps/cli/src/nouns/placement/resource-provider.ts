import { listProviderAllocations } from '@nimbo/contracts/placement/allocations'
import {
  createProvider,
  deleteProvider,
  listProviders,
  showProvider,
  updateProvider,
} from '@nimbo/contracts/placement/resource-providers'
import { given } from '../../cloud/json-values.ts'
import { inPlacement, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { flag, list, requiredText, text } from '../../grammar/option.ts'
import { recordCell } from '../../output/cells.ts'
import { commaJoined, memberOf, requiredTraits } from './wanted.ts'

const service = 'placement'
const uuid = one('<uuid>', 'UUID of the resource provider')
const columns = {
  uuid: 'uuid',
  name: 'name',
  generation: 'generation',
  root_provider_uuid: 'root_provider_uuid',
  parent_provider_uuid: 'parent_provider_uuid',
}

/** The allocations from a provider, by consumer. */
const allocationsOf = async (session: Session, provider: string) => {
  const { allocations } = await perform(session, inPlacement(listProviderAllocations), {
    path: { uuid: provider },
  })
  return recordCell(allocations)
}

export const resourceProviderCommands = [
  lists({
    words: 'resource provider list',
    summary: 'List resource providers',
    ...{ service, operation: listProviders, columns },
    options: {
      uuid: text('<uuid>', 'UUID of the resource provider'),
      name: text('<name>', 'Name of the resource provider'),
      resource: list(
        '<resource_class>=<value>',
        'Amount of a resource class that the provider must have available (repeatable)',
      ),
      inTree: text('<in_tree>', 'List only providers in the same tree as this one (UUID)'),
      required: list('<required>', 'Trait that the provider must have (repeatable)'),
      forbidden: list('<forbidden>', 'Trait that the provider must not have (repeatable)'),
      memberOf: list(
        '<member_of>',
        'Aggregates (A,B): the provider must be in at least one of them (repeatable)',
      ),
    },
    request: ({ uuid: id, name, resource, inTree, ...asked }) => ({
      query: given({
        ...{ uuid: id, name, in_tree: inTree },
        resources: commaJoined(resource.map((each) => each.replace('=', ':'))),
        required: requiredTraits(asked.required, asked.forbidden),
        member_of: memberOf(asked.memberOf),
      }),
    }),
  }),
  shows({
    words: 'resource provider show',
    summary: 'Show a resource provider',
    ...{ service, operation: showProvider },
    positionals: { uuid },
    options: { allocations: flag('Also show the allocations from the resource provider, by consumer') },
    request: (asked) => ({ path: { uuid: asked.uuid } }),
    thing: async (provider, asked, session) => ({
      ...provider,
      ...(asked.allocations && { allocations: await allocationsOf(session, asked.uuid) }),
    }),
  }),
  shows({
    words: 'resource provider create',
    summary: 'Create a resource provider',
    ...{ service, operation: createProvider, columns },
    positionals: { name: one('<name>', 'Name of the resource provider') },
    options: {
      parentProvider: text('<parent_provider>', 'UUID of the parent provider'),
      uuid: text('<uuid>', 'UUID of the resource provider'),
    },
    request: ({ name, uuid: id, parentProvider }) => ({
      body: {
        name,
        ...(id === undefined ? {} : { uuid: id }),
        ...(parentProvider === undefined ? {} : { parent_provider_uuid: parentProvider }),
      },
    }),
  }),
  shows({
    words: 'resource provider set',
    summary: 'Rename a resource provider, or set its parent provider',
    ...{ service, operation: updateProvider, columns },
    positionals: { uuid },
    options: {
      name: requiredText('<name>', 'New name'),
      parentProvider: text('<parent_provider>', 'UUID of the parent provider'),
    },
    request: ({ uuid: id, name, parentProvider }) => ({
      path: { uuid: id },
      body: { name, ...(parentProvider === undefined ? {} : { parent_provider_uuid: parentProvider }) },
    }),
  }),
  does({
    words: 'resource provider delete',
    summary: 'Delete a resource provider',
    ...{ service, operation: deleteProvider },
    positionals: { uuid },
    request: ({ uuid: id }) => ({ path: { uuid: id } }),
  }),
]
