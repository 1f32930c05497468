import { olderTransfers, transfers } from '@nimbo/contracts/volume/transfers'
import { findId } from '../../cloud/find.ts'
import { given, without } from '../../cloud/json-values.ts'
import { inVolume, perform, thingIn } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, lists, shows } from '../../grammar/declared.ts'
import { flag, requiredText, text } from '../../grammar/option.ts'
import { everyField } from '../../output/result.ts'
import { transferKind, volumeKind } from './volume-kinds.ts'

const service = 'volume'

const create = command({
  words: 'volume transfer request create',
  summary: 'Create volume transfer request',
  calls: [inVolume(olderTransfers.create), inVolume(transfers.create)],
  output: 'one',
  positionals: { volume: one('<volume>', 'Volume to transfer (name or ID)') },
  options: {
    name: text('<name>', 'New transfer request name'),
    noSnapshots: flag('Transfer the volume without its snapshots (from 3.55 of the API)'),
  },
  run: async (session, { volume, name, noSnapshots }) => {
    const volume_id = await findId(session, volumeKind, volume)
    const operation = noSnapshots ? transfers.create : olderTransfers.create
    const transfer = given({ volume_id, name, no_snapshots: noSnapshots ? true : undefined })
    return everyField(
      without(thingIn(await perform(session, inVolume(operation), { body: { transfer } })), 'links'),
    )
  },
})

export const volumeTransferRequestCommands = [
  create,
  shows({
    words: 'volume transfer request accept',
    summary: 'Accept volume transfer request',
    ...{ service, operation: olderTransfers.accept },
    positionals: { transfer_id: one('<transfer-request-id>', 'Volume transfer request to accept (ID only)') },
    options: { authKey: requiredText('<key>', 'Volume transfer request authentication key') },
    request: ({ transfer_id, authKey: auth_key }) => ({
      path: { transfer_id },
      body: { accept: { auth_key } },
    }),
  }),
  lists({
    words: 'volume transfer request list',
    summary: 'Lists all volume transfer requests',
    ...{ service, operation: olderTransfers.listInFull },
    options: { allProjects: flag('Include all projects (admin only)') },
    request: ({ allProjects }) => ({ query: given({ all_tenants: allProjects ? true : undefined }) }),
    columns: { ID: 'id', Name: 'name', Volume: 'volume_id' },
  }),
  shows({
    words: 'volume transfer request show',
    summary: 'Show volume transfer request details',
    ...{ service, operation: olderTransfers.show },
    positionals: { transfer: one('<transfer-request>', 'Volume transfer request (name or ID)') },
    request: async ({ transfer }, session) => ({
      path: { transfer_id: await findId(session, transferKind, transfer) },
    }),
  }),
  deletes(
    'volume transfer request delete',
    'Delete volume transfer request(s)',
    transferKind,
    many('<transfer-request>', 'Volume transfer request(s) to delete (name or ID)'),
  ),
]
