import { addFlavorAccess, listFlavorAccess, removeFlavorAccess } from '@nimbo/contracts/compute/flavor-access'
import {
  createExtraSpecs,
  deleteExtraSpec,
  listExtraSpecs,
} from '@nimbo/contracts/compute/flavor-extra-specs'
import {
  createFlavor as makeFlavor,
  deleteFlavor,
  listFlavorsInFull,
  showFlavor,
  updateFlavor,
} from '@nimbo/contracts/compute/flavors'
import { CliError } from '../../cloud/cli-error.ts'
import { deleteEach } from '../../cloud/delete-each.ts'
import { create, find, findId, findOptionalId, type Kind } from '../../cloud/find.ts'
import { given, rowAt, textAt } from '../../cloud/json-values.ts'
import { inCompute, perform, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { decimal, either, flag, integer, list as listOption, properties, text } from '../../grammar/option.ts'
import { column, floatCell, recordCell } from '../../output/cells.ts'
import { type Columns, listOf, nothing, type Result, type Row, showOf } from '../../output/result.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'

export const flavorKind: Kind = {
  service: 'compute',
  list: listFlavorsInFull,
  show: showFlavor,
  create: makeFlavor,
  remove: deleteFlavor,
  one: 'flavor',
  label: 'Flavor',
  byName: () => ({ is_public: 'None' }),
}

const shown: Columns = {
  'OS-FLV-DISABLED:disabled': 'OS-FLV-DISABLED:disabled',
  'OS-FLV-EXT-DATA:ephemeral': 'OS-FLV-EXT-DATA:ephemeral',
  access_project_ids: 'access_project_ids',
  description: 'description',
  disk: 'disk',
  id: 'id',
  name: 'name',
  'os-flavor-access:is_public': 'os-flavor-access:is_public',
  properties: column(recordCell, 'extra_specs'),
  ram: 'ram',
  rxtx_factor: column(floatCell, 'rxtx_factor'),
  swap: 'swap',
  vcpus: 'vcpus',
}

const extraSpecsOf = async (session: Session, flavor_id: string): Promise<Row> =>
  rowAt(await perform(session, inCompute(listExtraSpecs), { path: { flavor_id } }), 'extra_specs')

const extraSpecs = async (session: Session, flavor: Row): Promise<Row> => {
  if (flavor.extra_specs !== undefined) return flavor
  return { ...flavor, extra_specs: await extraSpecsOf(session, textAt(flavor, 'id')) }
}

const setExtraSpecs = (session: Session, flavor_id: string, extra_specs: Row) =>
  perform(session, inCompute(createExtraSpecs), { path: { flavor_id }, body: { extra_specs } })

const removeExtraSpecs = async (
  session: Session,
  flavor_id: string,
  keys: readonly string[],
): Promise<void> => {
  for (const flavor_extra_spec_key of keys)
    await session.api.compute.call(deleteExtraSpec, { path: { flavor_id, flavor_extra_spec_key } })
}

const changeAccess = async (
  session: Session,
  id: string,
  operation: typeof addFlavorAccess | typeof removeFlavorAccess,
  project: string | undefined,
  domain: string | undefined,
): Promise<void> => {
  const tenant = await findOptionalIn(session, projectKind, project, domain)
  if (tenant === undefined) return
  const body = { [operation.action ?? '']: { tenant } }
  await perform(session, inCompute(operation), { path: { flavor_id: id }, body })
}

const createFlavor = command({
  words: 'flavor create',
  summary: 'Create new flavor',
  output: 'one',
  positionals: { name: one('<flavor-name>', 'New flavor name') },
  options: {
    id: text('<id>', 'Unique flavor ID'),
    ram: integer('<size-mb>', 'Memory size in MB (default 256M)'),
    disk: integer('<size-gb>', 'Disk size in GB (default 0G)'),
    ephemeral: integer('<size-gb>', 'Ephemeral disk size in GB (default 0G)'),
    swap: integer('<size-mb>', 'Additional swap space size in MB (default 0M)'),
    vcpus: integer('<vcpus>', 'Number of vcpus (default 1)'),
    rxtxFactor: decimal('<factor>', 'RX/TX factor (default 1.0)'),
    visible: either(
      { '--public': true, '--private': false },
      'Whether flavor is available to other projects',
    ),
    property: properties('Property to add for this flavor (repeat option to set multiple properties)'),
    project: text('<project>', 'Allow <project> to access private flavor (name or ID)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
    description: text('<description>', 'Description for the flavor'),
  },
  run: async (session, { name, id = 'auto', visible = true, property, project, projectDomain, ...asked }) => {
    if (project !== undefined && visible) throw new CliError('--project is only allowed with --private')
    const flavor = await create(
      session,
      flavorKind,
      given({
        name,
        id: id === 'auto' ? null : id,
        ram: asked.ram ?? 256,
        disk: asked.disk ?? 0,
        vcpus: asked.vcpus ?? 1,
        swap: asked.swap ?? 0,
        'OS-FLV-EXT-DATA:ephemeral': asked.ephemeral ?? 0,
        rxtx_factor: asked.rxtxFactor ?? 1,
        'os-flavor-access:is_public': visible,
        description: asked.description,
      }),
    )
    const flavorId = textAt(flavor, 'id')
    await changeAccess(session, flavorId, addFlavorAccess, project, projectDomain)
    if (property !== undefined) await setExtraSpecs(session, flavorId, property)
    return showOf(shown, { ...flavor, extra_specs: property ?? flavor.extra_specs ?? {} })
  },
})

const list = command({
  words: 'flavor list',
  summary: 'List flavors',
  output: 'list',
  options: {
    visible: either(
      { '--public': true, '--private': false, '--all': 'None' },
      'List only public, only private, or all flavors',
    ),
    minDisk: integer('<min-disk>', 'Filters the flavors by a minimum disk space, in GiB'),
    minRam: integer('<min-ram>', 'Filters the flavors by a minimum RAM, in MiB'),
    long: flag('List additional fields in output'),
    marker: text('<flavor-id>', 'The last flavor ID of the previous page'),
    limit: integer('<num-flavors>', 'Maximum number of flavors to display'),
  },
  run: async (session, { visible, minDisk, minRam, long, marker, limit }) => {
    const query = {
      is_public: visible,
      minDisk,
      minRam,
      limit,
      marker: await findOptionalId(session, flavorKind, marker),
    }
    const rows = await performAll(session, inCompute(listFlavorsInFull), { query }, limit)
    const more: Columns = {
      Swap: 'swap',
      'RXTX Factor': column(floatCell, 'rxtx_factor'),
      Properties: column(recordCell, 'extra_specs'),
    }
    return listOf(
      {
        ID: 'id',
        Name: 'name',
        RAM: 'ram',
        Disk: 'disk',
        Ephemeral: 'OS-FLV-EXT-DATA:ephemeral',
        VCPUs: 'vcpus',
        'Is Public': 'os-flavor-access:is_public',
        ...(long && more),
      },
      long ? await Promise.all(rows.map((row) => extraSpecs(session, row))) : rows,
    )
  },
})

const show = command({
  words: 'flavor show',
  summary: 'Display flavor details',
  output: 'one',
  positionals: { flavor: one('<flavor>', 'Flavor to display (name or ID)') },
  run: async (session, { flavor }) => {
    const found = await extraSpecs(session, await find(session, flavorKind, flavor))
    if (found['os-flavor-access:is_public'] !== false) return showOf(shown, found)
    const path = { flavor_id: textAt(found, 'id') }
    const access = await performAll(session, inCompute(listFlavorAccess), { path })
    return showOf(shown, { ...found, access_project_ids: access.map((each) => each.tenant_id) })
  },
})

const set = command({
  words: 'flavor set',
  summary: 'Set flavor properties',
  output: 'none',
  positionals: { flavor: one('<flavor>', 'Flavor to modify (name or ID)') },
  options: {
    noProperty: flag('Remove all properties from this flavor, before those of --property are set'),
    property: properties(
      'Property to add or modify for this flavor (repeat option to set multiple properties)',
    ),
    project: text('<project>', 'Set flavor access to project (name or ID) (admin only)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
    description: text('<description>', 'Set description for the flavor (admin only)'),
  },
  run: async (
    session,
    { flavor, noProperty, property, project, projectDomain, description },
  ): Promise<Result> => {
    const id = await findId(session, flavorKind, flavor)
    if (description !== undefined)
      await session.api.compute.call(updateFlavor, {
        path: { flavor_id: id },
        body: { flavor: { description } },
      })
    if (noProperty) await removeExtraSpecs(session, id, Object.keys(await extraSpecsOf(session, id)))
    if (property !== undefined) await setExtraSpecs(session, id, property)
    await changeAccess(session, id, addFlavorAccess, project, projectDomain)
    return nothing
  },
})

const unset = command({
  words: 'flavor unset',
  summary: 'Unset flavor properties',
  output: 'none',
  positionals: { flavor: one('<flavor>', 'Flavor to modify (name or ID)') },
  options: {
    property: listOption(
      '<key>',
      'Property to remove from flavor (repeat option to unset multiple properties)',
    ),
    project: text('<project>', 'Remove flavor access from project (name or ID) (admin only)'),
    projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)'),
  },
  run: async (session, { flavor, property, project, projectDomain }) => {
    const id = await findId(session, flavorKind, flavor)
    await removeExtraSpecs(session, id, property)
    await changeAccess(session, id, removeFlavorAccess, project, projectDomain)
    return nothing
  },
})

const remove = command({
  words: 'flavor delete',
  summary: 'Delete flavor(s)',
  output: 'none',
  positionals: { flavors: many('<flavor>', 'Flavor(s) to delete (name or ID)') },
  run: async (session, { flavors }) => {
    await deleteEach(session, flavorKind, flavors)
    return nothing
  },
})

export const flavorCommands = [createFlavor, list, show, set, unset, remove]
