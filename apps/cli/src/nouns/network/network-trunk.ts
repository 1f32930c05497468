import { addSubports, getSubports, removeSubports, trunkOperations } from '@nimbo/contracts/network/trunk'
import { find, findId } from '../../cloud/find.ts'
import { given, rowAt, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, lists, shows } from '../../grammar/declared.ts'
import { either, flag, list, records, requiredText, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { column, recordsCell, wordCell } from '../../output/cells.ts'
import { listOf, nothing, showOf } from '../../output/result.ts'
import { portKind, projectIn, projectOptions, trunkKind } from './network-kinds.ts'

const service = 'network'
const trunk = one('<trunk>', 'Trunk (name or ID)')
const state = wordCell('admin_state_up', 'UP', 'DOWN')

const columns = {
  admin_state_up: state,
  created_at: 'created_at',
  description: 'description',
  id: 'id',
  name: 'name',
  port_id: 'port_id',
  project_id: 'project_id',
  revision_number: 'revision_number',
  status: 'status',
  sub_ports: column(recordsCell, 'sub_ports'),
  tags: 'tags',
  updated_at: 'updated_at',
}

const attributes = {
  description: text('<description>', 'Description of the trunk'),
  admin: either({ '--enable': true, '--disable': false }, 'Enable or disable trunk'),
  subport: records(
    ['port', 'segmentation-type', 'segmentation-id'],
    'port=<port>,segmentation-type=<type>,segmentation-id=<id>',
    'Subport to add, with its segmentation type (vlan or inherit) and ID (repeatable)',
  ),
}

type SubPortAsked = Readonly<Partial<Record<'port' | 'segmentation-type' | 'segmentation-id', string>>>

const numberOf = (id: string | undefined): number | undefined => {
  if (id === undefined) return undefined
  if (!/^-?\d+$/.test(id)) throw new UsageError(`argument --subport: segmentation-id is not a number: ${id}`)
  return Number(id)
}

const subPortsOf = (session: Session, asked: readonly SubPortAsked[]) =>
  Promise.all(
    asked.map(async ({ port, 'segmentation-type': type, 'segmentation-id': id }) => {
      if (port === undefined) throw new UsageError('argument --subport: missing key port')
      return given({
        port_id: await findId(session, portKind, port),
        segmentation_type: type,
        segmentation_id: numberOf(id),
      })
    }),
  )

const create = command({
  words: 'network trunk create',
  summary: 'Create a network trunk for a given project',
  calls: [inNetwork(trunkOperations.create)],
  output: 'one',
  positionals: { name: one('<name>', 'Name of the trunk to create') },
  options: {
    ...attributes,
    parentPort: requiredText('<parent-port>', 'Parent port of the trunk (name or ID)'),
    ...projectOptions,
  },
  run: async (session, { name, description, admin = true, subport, parentPort, ...asked }) => {
    const body = {
      trunk: given({
        ...{ name, description, admin_state_up: admin },
        port_id: await findId(session, portKind, parentPort),
        sub_ports: subport.length === 0 ? undefined : await subPortsOf(session, subport),
        project_id: await projectIn(session, asked),
      }),
    }
    return showOf(
      columns,
      rowAt(await perform(session, inNetwork(trunkOperations.create), { body }), 'trunk'),
    )
  },
})

const set = command({
  words: 'network trunk set',
  summary: 'Set network trunk properties',
  calls: [inNetwork(trunkOperations.update), inNetwork(addSubports)],
  output: 'none',
  positionals: { trunk },
  options: { ...attributes, name: text('<name>', 'Set trunk name') },
  run: async (session, { trunk: called, name, description, admin, subport }) => {
    const path = { trunk_id: textAt(await find(session, trunkKind, called), 'id') }
    const members = given({ name, description, admin_state_up: admin })
    if (Object.keys(members).length > 0)
      await perform(session, inNetwork(trunkOperations.update), { path, body: { trunk: members } })
    if (subport.length > 0)
      await perform(session, inNetwork(addSubports), {
        path,
        body: { sub_ports: await subPortsOf(session, subport) },
      })
    return nothing
  },
})

const unset = command({
  words: 'network trunk unset',
  summary: 'Unset subports from a given network trunk',
  calls: [inNetwork(removeSubports)],
  output: 'none',
  positionals: { trunk },
  options: { subport: list('<subport>', 'Subport to remove from the trunk (name or ID) (repeatable)') },
  run: async (session, { trunk: called, subport }) => {
    if (subport.length === 0) throw new UsageError('the following arguments are required: --subport')
    const ids = await Promise.all(subport.map((port) => findId(session, portKind, port)))
    await perform(session, inNetwork(removeSubports), {
      path: { trunk_id: await findId(session, trunkKind, called) },
      body: { sub_ports: ids.map((port_id) => ({ port_id })) },
    })
    return nothing
  },
})

export const networkTrunkCommands = [
  create,
  lists({
    words: 'network trunk list',
    summary: 'List all network trunks',
    ...{ service, operation: trunkOperations.list },
    options: { long: flag('List additional fields in output') },
    columns: ({ long }) => ({
      ID: 'id',
      Name: 'name',
      'Parent Port': 'port_id',
      Description: 'description',
      ...(long && {
        Status: 'status',
        State: state,
        'Created At': 'created_at',
        'Updated At': 'updated_at',
      }),
    }),
  }),
  shows({
    words: 'network trunk show',
    summary: 'Show information of a given network trunk',
    ...{ service, operation: trunkOperations.show, columns },
    positionals: { trunk },
    request: async ({ trunk: called }, session) => ({
      path: { trunk_id: await findId(session, trunkKind, called) },
    }),
  }),
  set,
  unset,
  deletes(
    'network trunk delete',
    'Delete a given network trunk',
    trunkKind,
    many('<trunk>', 'Trunk(s) to delete (name or ID)'),
  ),
]

export const networkSubportCommands = [
  command({
    words: 'network subport list',
    summary: 'List all subports for a given network trunk',
    calls: [inNetwork(getSubports)],
    output: 'list',
    positionals: {},
    options: { trunk: requiredText('<trunk>', 'List subports belonging to this trunk (name or ID)') },
    run: async (session, { trunk: called }) => {
      const path = { trunk_id: await findId(session, trunkKind, called) }
      const reply = await perform(session, inNetwork(getSubports), { path })
      return listOf(
        {
          Port: 'port_id',
          'Segmentation Type': 'segmentation_type',
          'Segmentation ID': 'segmentation_id',
        },
        rowsAt(reply, 'sub_ports'),
      )
    },
  }),
]
