import {
  createSnapshot,
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  showSnapshot,
} from '@nimbo/contracts/orchestration/snapshots'
import { confirmed } from '../../cloud/confirmed.ts'
import { given } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { also, flag, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { stackName, stackPath } from './stack-path.ts'
import { jsonCell } from './stack-view.ts'

const service = 'orchestration'
const snapshot = one('<snapshot>', 'ID of the snapshot')

export const stackSnapshotCommands = [
  shows({
    words: 'stack snapshot create',
    summary: 'Create stack snapshot',
    ...{ service, operation: createSnapshot },
    positionals: { stack: stackName },
    options: { name: text('<name>', 'Name of snapshot') },
    request: async ({ stack, name }, session) => ({
      path: await stackPath(session, stack),
      body: given({ name }),
    }),
    columns: {
      ...{ ID: 'id', name: 'name', status: 'status', status_reason: 'status_reason' },
      data: ({ data }) => jsonCell(data),
      creation_time: 'creation_time',
    },
  }),
  lists({
    words: 'stack snapshot list',
    summary: 'List stack snapshots',
    ...{ service, operation: listSnapshots },
    positionals: { stack: stackName },
    request: async ({ stack }, session) => ({ path: await stackPath(session, stack) }),
    columns: {
      ...{ id: 'id', name: 'name', status: 'status', status_reason: 'status_reason' },
      creation_time: 'creation_time',
    },
  }),
  shows({
    words: 'stack snapshot show',
    summary: 'Show stack snapshot',
    defaultFormat: 'yaml',
    ...{ service, operation: showSnapshot },
    positionals: { stack: stackName, snapshot },
    request: async ({ stack, snapshot: snapshot_id }, session) => ({
      path: { ...(await stackPath(session, stack)), snapshot_id },
    }),
  }),
  does({
    words: 'stack snapshot restore',
    summary: 'Restore stack snapshot',
    ...{ service, operation: restoreSnapshot },
    positionals: { stack: stackName, snapshot },
    request: async ({ stack, snapshot: snapshot_id }, session) => ({
      path: { ...(await stackPath(session, stack)), snapshot_id },
    }),
  }),
  command({
    words: 'stack snapshot delete',
    summary: 'Delete stack snapshot',
    calls: [inOrchestration(deleteSnapshot)],
    output: 'none',
    positionals: { stack: stackName, snapshot },
    options: { yes: also(flag('Skip yes/no prompt (assume yes)'), '-y') },
    run: async (session, { stack, snapshot: snapshot_id, yes }) => {
      const question = 'Are you sure you want to delete the snapshot of this stack [Y/N]?'
      if (yes || (await confirmed(session, question)))
        await perform(session, inOrchestration(deleteSnapshot), {
          path: { ...(await stackPath(session, stack)), snapshot_id },
        })
      return nothing
    },
  }),
]
