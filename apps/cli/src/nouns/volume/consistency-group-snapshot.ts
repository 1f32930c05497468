import { createCgsnapshot, listCgsnapshotsInFull } from '@nimbo/contracts/volume/cgsnapshots'
import { create as createOf, find, findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inVolume } from '../../cloud/perform.ts'
import { command, many, one, optional } from '../../grammar/command.ts'
import { deletes, lists } from '../../grammar/declared.ts'
import { flag, oneOf, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { everyField } from '../../output/result.ts'
import { cgsnapshotKind, consistencyGroupKind } from './volume-kinds.ts'

const metavar = '<consistency-group-snapshot>'
const statuses = ['available', 'error', 'creating', 'deleting', 'error_deleting'] as const

const create = command({
  words: 'consistency group snapshot create',
  summary: 'Create new consistency group snapshot',
  calls: [inVolume(createCgsnapshot)],
  output: 'one',
  positionals: {
    name: optional('<snapshot-name>', 'Name of new consistency group snapshot (default to None)'),
  },
  options: {
    consistencyGroup: text(
      '<consistency-group>',
      'Consistency group to snapshot (name or ID) (default to be the same as <snapshot-name>)',
    ),
    description: text('<description>', 'Description of this consistency group snapshot'),
  },
  run: async (session, { name, consistencyGroup = name, description }) => {
    if (consistencyGroup === undefined)
      throw new UsageError('one of the arguments <snapshot-name> --consistency-group is required')
    const consistencygroup_id = await findId(session, consistencyGroupKind, consistencyGroup)
    return everyField(
      await createOf(session, cgsnapshotKind, given({ consistencygroup_id, name, description })),
    )
  },
})

export const consistencyGroupSnapshotCommands = [
  create,
  deletes(
    'consistency group snapshot delete',
    'Delete consistency group snapshot(s)',
    cgsnapshotKind,
    many(metavar, 'Consistency group snapshot(s) to delete (name or ID)'),
  ),
  lists({
    words: 'consistency group snapshot list',
    summary: 'List consistency group snapshots',
    ...{ service: 'volume', operation: listCgsnapshotsInFull },
    options: {
      allProjects: flag('Show detail for all projects (admin only)'),
      long: flag('List additional fields in output'),
      status: oneOf(statuses, 'Filters results by a status'),
      consistencyGroup: text('<consistency-group>', 'Filters results by a consistency group (name or ID)'),
    },
    request: async ({ allProjects, status, consistencyGroup }, session) => ({
      query: given({
        all_tenants: allProjects ? 'True' : undefined,
        status,
        consistencygroup_id: await findOptionalId(session, consistencyGroupKind, consistencyGroup),
      }),
    }),
    columns: ({ long }) => ({
      ...{ ID: 'id', Status: 'status' },
      ...(long && { 'ConsistencyGroup ID': 'consistencygroup_id' }),
      Name: 'name',
      ...(long && { Description: 'description', 'Created At': 'created_at' }),
    }),
  }),
  command({
    words: 'consistency group snapshot show',
    summary: 'Display consistency group snapshot details',
    output: 'one',
    positionals: { snapshot: one(metavar, 'Consistency group snapshot to display (name or ID)') },
    run: async (session, { snapshot }) => everyField(await find(session, cgsnapshotKind, snapshot)),
  }),
]
