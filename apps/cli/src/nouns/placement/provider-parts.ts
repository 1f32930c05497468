import { listAggregates, replaceAggregates } from '@nimbo/contracts/placement/aggregates'
import {
  clearProviderTraits,
  listProviderTraits,
  replaceProviderTraits,
} from '@nimbo/contracts/placement/provider-traits'
import { showProvider } from '@nimbo/contracts/placement/resource-providers'
import { showProviderUsages, showUsages } from '@nimbo/contracts/placement/usages'
import { isRow, rowAt } from '../../cloud/json-values.ts'
import { inPlacement, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { does, lists } from '../../grammar/declared.ts'
import { integer, list, text } from '../../grammar/option.ts'
import { listOf, type Row } from '../../output/result.ts'

const service = 'placement'
const uuid = one('<uuid>', 'UUID of the resource provider')
const named = { name: 'name' }

const generationOf = async (session: Session, provider: string): Promise<number> =>
  (await session.api.placement.call(showProvider, { path: { uuid: provider } })).generation

/** Aggregates, traits and usages of a resource provider. */
export const providerAggregateCommands = [
  lists({
    words: 'resource provider aggregate list',
    summary: 'List the aggregates of a resource provider',
    ...{ service, operation: listAggregates },
    positionals: { uuid },
    request: ({ uuid: id }) => ({ path: { uuid: id } }),
    columns: { uuid: 'name' },
  }),
  lists({
    words: 'resource provider aggregate set',
    summary: 'Replace the aggregates of a resource provider',
    ...{ service, operation: replaceAggregates },
    positionals: { uuid },
    options: {
      aggregate: list('<aggregate_uuid>', 'UUID of an aggregate (repeatable)'),
      generation: integer(
        '<resource_provider_generation>',
        'Expected generation of the resource provider (default: the current one)',
      ),
    },
    request: async ({ uuid: id, aggregate, generation }, session) => ({
      path: { uuid: id },
      body: {
        aggregates: [...aggregate],
        resource_provider_generation: generation ?? (await generationOf(session, id)),
      },
    }),
    columns: { uuid: 'name' },
  }),
]

export const providerTraitCommands = [
  lists({
    words: 'resource provider trait list',
    summary: 'List the traits of a resource provider',
    ...{ service, operation: listProviderTraits, columns: named },
    positionals: { uuid },
    request: ({ uuid: id }) => ({ path: { uuid: id } }),
  }),
  lists({
    words: 'resource provider trait set',
    summary: 'Replace the traits of a resource provider',
    ...{ service, operation: replaceProviderTraits, columns: named },
    positionals: { uuid },
    options: { trait: list('<trait>', 'Name of a trait (repeatable)') },
    request: async ({ uuid: id, trait }, session) => ({
      path: { uuid: id },
      body: { traits: [...trait], resource_provider_generation: await generationOf(session, id) },
    }),
  }),
  does({
    words: 'resource provider trait delete',
    summary: 'Remove all traits from a resource provider',
    ...{ service, operation: clearProviderTraits },
    positionals: { uuid },
    request: ({ uuid: id }) => ({ path: { uuid: id } }),
  }),
]

const amounts = (usages: Row) =>
  listOf(
    { resource_class: 'resource_class', usage: 'usage' },
    Object.entries(usages).map(([resource_class, usage]) => ({ resource_class, usage })),
  )

export const providerUsageCommands = [
  command({
    words: 'resource provider usage show',
    summary: 'Show the usage of a resource provider by resource class',
    calls: [inPlacement(showProviderUsages)],
    output: 'list',
    positionals: { uuid },
    run: async (session, asked) =>
      amounts(
        rowAt(
          await perform(session, inPlacement(showProviderUsages), { path: { uuid: asked.uuid } }),
          'usages',
        ),
      ),
  }),
]

/** Sums the usages of all consumer types: from 1.38 on they are grouped by type. */
const ofAllTypes = (usages: Row): Row => {
  const sums: Record<string, number> = {}
  const parts = Object.values(usages).every(isRow) ? Object.values(usages).filter(isRow) : [usages]
  for (const { consumer_count: _, ...amountsOfType } of parts)
    for (const [name, amount] of Object.entries(amountsOfType))
      sums[name] = (sums[name] ?? 0) + Number(amount)
  return sums
}

export const resourceUsageCommands = [
  command({
    words: 'resource usage show',
    summary: 'Show the resource usage of a project, or of one of its users',
    calls: [inPlacement(showUsages)],
    output: 'list',
    positionals: { project: one('<project-uuid>', 'ID of the project') },
    options: { userId: text('<user-uuid>', 'Show only the usage of this user (ID)') },
    run: async (session, { project: project_id, userId }) => {
      const query = { project_id, user_id: userId }
      return amounts(ofAllTypes(rowAt(await perform(session, inPlacement(showUsages), { query }), 'usages')))
    },
  }),
]
