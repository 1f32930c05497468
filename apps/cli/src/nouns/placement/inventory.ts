import {
  clearInventories,
  deleteInventory,
  listInventories,
  replaceInventories,
  showInventory,
  updateInventory,
} from '@nimbo/contracts/placement/inventories'
import { listProviders, showProvider } from '@nimbo/contracts/placement/resource-providers'
import { showProviderUsages } from '@nimbo/contracts/placement/usages'
import { isRow, rowAt } from '../../cloud/json-values.ts'
import { inPlacement, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { shows } from '../../grammar/declared.ts'
import { flag, integer, list as listOption, requiredText, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { listOf, nothing, type Row, showOf } from '../../output/result.ts'

const service = 'placement'
const uuid = one('<uuid>', 'UUID of the resource provider')
const resourceClass = one('<resource_class>', 'Name of the resource class')

const fields = ['allocation_ratio', 'min_unit', 'max_unit', 'reserved', 'step_size', 'total'] as const
const columns = Object.fromEntries(fields.map((field) => [field, field]))

const ofProvider = (session: Session, provider: string) => ({
  inventories: async () =>
    rowAt(await perform(session, inPlacement(listInventories), { path: { uuid: provider } }), 'inventories'),
  used: async () =>
    rowAt(await perform(session, inPlacement(showProviderUsages), { path: { uuid: provider } }), 'usages'),
  generation: async () =>
    (await session.api.placement.call(showProvider, { path: { uuid: provider } })).generation,
})

const rowsOf = (inventories: Row): readonly Row[] =>
  Object.entries(inventories).map(([name, inventory]) => ({
    resource_class: name,
    ...(isRow(inventory) ? inventory : {}),
  }))

const list = command({
  words: 'resource provider inventory list',
  summary: 'List the inventories of a resource provider, with their usage',
  calls: [inPlacement(listInventories)],
  output: 'list',
  positionals: { uuid },
  run: async (session, asked) => {
    const provider = ofProvider(session, asked.uuid)
    const used = await provider.used()
    const rows = rowsOf(await provider.inventories())
    return listOf(
      { resource_class: 'resource_class', ...columns, used: (row) => used[String(row.resource_class)] ?? 0 },
      rows,
    )
  },
})

const show = command({
  words: 'resource provider inventory show',
  summary: 'Show the inventory of a resource class',
  calls: [inPlacement(showInventory)],
  output: 'one',
  positionals: { uuid, resourceClass },
  run: async (session, asked) => {
    const path = { uuid: asked.uuid, resource_class: asked.resourceClass }
    const inventory = await session.api.placement.call(showInventory, { path })
    const used = (await ofProvider(session, asked.uuid).used())[asked.resourceClass] ?? 0
    return showOf({ ...columns, used: 'used' }, { ...inventory, used })
  },
})

type Inventory = { total: number } & { [Field in (typeof fields)[number]]?: number }

/** Parses `VCPU=8`, a total, and `VCPU:reserved=1`, another field. */
const parsed = (words: readonly string[], present: Row): Record<string, Inventory> => {
  const wanted: Record<string, Record<string, number>> = {}
  for (const word of words) {
    const [, name = '', field = 'total', value = ''] =
      /^([A-Z0-9_]+)(?::([a-z_]+))?=(\d+(?:\.\d+)?)$/.exec(word) ?? []
    if (!fields.some((each) => each === field) || value === '')
      throw new UsageError(`argument --resource: '${word}' is not of the form CLASS:field=value`)
    wanted[name] = { ...numbersIn(present[name]), ...wanted[name], [field]: Number(value) }
  }
  return Object.fromEntries(
    Object.entries(wanted).map(([name, { total, ...others }]) => {
      if (total === undefined) throw new UsageError(`argument --resource: ${name} has no total`)
      return [name, { total, ...others }]
    }),
  )
}

const numbersIn = (inventory: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(isRow(inventory) ? inventory : {}).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    ),
  )

interface Figures {
  readonly resource: readonly string[]
  readonly amend: boolean
  readonly dryRun: boolean
}

/** Replaces the inventories of a provider, or with a dry run only computes them; returns them. */
const replaceOf = async (
  session: Session,
  provider: string,
  { resource, amend, dryRun }: Figures,
): Promise<Row> => {
  const of = ofProvider(session, provider)
  const present = amend ? await of.inventories() : {}
  const kept = Object.entries(present).flatMap(([name, inventory]) => {
    const { total, ...others } = numbersIn(inventory)
    return total === undefined ? [] : [[name, { total, ...others }] as const]
  })
  const inventories = { ...Object.fromEntries(kept), ...parsed(resource, present) }
  if (dryRun) return inventories
  const reply = await session.api.placement.call(replaceInventories, {
    path: { uuid: provider },
    body: { resource_provider_generation: await of.generation(), inventories },
  })
  return reply.inventories
}

const membersOf = async (session: Session, aggregate: string): Promise<readonly string[]> => {
  const query = { member_of: [aggregate] }
  const { resource_providers } = await session.api.placement.call(listProviders, { query })
  if (resource_providers.length === 0)
    throw new UsageError(`No resource providers found in aggregate with uuid ${aggregate}.`)
  return resource_providers.map((provider) => provider.uuid)
}

const set = command({
  words: 'resource provider inventory set',
  summary: 'Replace the inventories of a resource provider, or of all providers in an aggregate',
  calls: [inPlacement(replaceInventories), inPlacement(listProviders)],
  output: 'list',
  positionals: { uuid: one('<uuid>', 'UUID of the resource provider, or of the aggregate') },
  options: {
    resource: listOption(
      '<resource_class>:<inventory_field>=<value>',
      'Field of an inventory: <inventory_field> defaults to total (repeatable)',
    ),
    aggregate: flag('The UUID is that of an aggregate; set the inventories of all its resource providers'),
    amend: flag('Keep inventories and fields that are not given, instead of replacing all'),
    dryRun: flag('Only show the resulting inventories; nothing is changed'),
  },
  run: async (session, asked) => {
    if (!asked.aggregate)
      return listOf(
        { resource_class: 'resource_class', ...columns },
        rowsOf(await replaceOf(session, asked.uuid, asked)),
      )
    const rows: Row[] = []
    for (const resource_provider of await membersOf(session, asked.uuid)) {
      const inventories = await replaceOf(session, resource_provider, asked)
      rows.push(...rowsOf(inventories).map((row) => ({ resource_provider, ...row })))
    }
    const names = { resource_provider: 'resource_provider', resource_class: 'resource_class' }
    return listOf({ ...names, ...columns }, rows)
  },
})

const setClass = shows({
  words: 'resource provider inventory class set',
  summary: 'Set the inventory of a resource class',
  ...{ service, operation: updateInventory, columns },
  positionals: { uuid, resourceClass: one('<class>', 'Name of the resource class') },
  options: {
    allocationRatio: text(
      '<allocation_ratio>',
      'Allocation ratio by which the inventory may be overcommitted',
    ),
    minUnit: integer('<min_unit>', 'Minimum amount of a single allocation'),
    maxUnit: integer('<max_unit>', 'Maximum amount of a single allocation'),
    reserved: integer('<reserved>', 'Amount reserved, not available for allocations'),
    stepSize: integer('<step_size>', 'Step size: allocated amounts must be a multiple of it'),
    total: requiredText('<total>', 'Total amount of the resource'),
  },
  request: async ({ uuid: id, resourceClass: resource_class, ...asked }, session) => ({
    path: { uuid: id, resource_class },
    body: {
      resource_provider_generation: await ofProvider(session, id).generation(),
      total: Number(asked.total),
      ...(asked.allocationRatio === undefined ? {} : { allocation_ratio: Number(asked.allocationRatio) }),
      ...(asked.minUnit === undefined ? {} : { min_unit: asked.minUnit }),
      ...(asked.maxUnit === undefined ? {} : { max_unit: asked.maxUnit }),
      ...(asked.reserved === undefined ? {} : { reserved: asked.reserved }),
      ...(asked.stepSize === undefined ? {} : { step_size: asked.stepSize }),
    },
  }),
})

const remove = command({
  words: 'resource provider inventory delete',
  summary: 'Delete the inventory of a resource class, or all inventories of a resource provider',
  calls: [inPlacement(deleteInventory)],
  output: 'none',
  positionals: { uuid },
  options: { resourceClass: text('<resource_class>', 'Name of the resource class') },
  run: async ({ api }, { uuid: id, resourceClass: resource_class }) => {
    const path = { uuid: id }
    if (resource_class === undefined) await api.placement.call(clearInventories, { path })
    else await api.placement.call(deleteInventory, { path: { ...path, resource_class } })
    return nothing
  },
})

export const inventoryCommands = [list, show, set, setClass, remove]
