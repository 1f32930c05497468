import { evacuate } from '@nimbo/contracts/compute/actions/evacuate'
import { shelve } from '@nimbo/contracts/compute/actions/shelve'
import { shelveOffload } from '@nimbo/contracts/compute/actions/shelve-offload'
import { unshelve } from '@nimbo/contracts/compute/actions/unshelve'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { findId, getById } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { act } from './server-action.ts'
import { serverKind } from './server-kind.ts'
import { showServer } from './server-view.ts'
import { waitForStatus } from './server-wait.ts'

/** The statuses in which servers can be shelved. */
const unshelved = ['ACTIVE', 'SHUTOFF', 'PAUSED', 'SUSPENDED']

const shelveServers = command({
  words: 'server shelve',
  summary: 'Shelve and optionally offload server(s)',
  output: 'none',
  positionals: { servers: many('<server>', 'Server(s) to shelve (name or ID)') },
  options: {
    offload: flag('Remove the shelved server(s) from the host (admin only)'),
    wait: flag('Wait for shelve and/or offload operation to complete'),
  },
  run: async (session, { servers, offload, wait }) => {
    await forAll(servers, 'Server', 'shelve', async (name) => {
      const id = await findId(session, serverKind, name)
      await act(session, id, shelve.operation)
      if (!wait && !offload) return
      const shelved = ['SHELVED', 'SHELVED_OFFLOADED']
      const { status } = await waitForStatus(session, id, shelved, { action: 'shelving', failed: unshelved })
      if (!offload || status !== 'SHELVED') return
      await act(session, id, shelveOffload.operation)
      if (wait) await waitForStatus(session, id, ['SHELVED_OFFLOADED'])
    })
    return nothing
  },
})

const unshelveServers = command({
  words: 'server unshelve',
  summary: 'Unshelve server(s)',
  output: 'none',
  positionals: { servers: many('<server>', 'Server(s) to unshelve (name or ID)') },
  options: {
    availabilityZone: text('<availability-zone>', 'Availability zone for the server(s) (2.77 or above)'),
    noZone: either(
      { '--no-availability-zone': true },
      'Unpin the server(s) from their availability zone (2.91 or above)',
    ),
    host: text('<host>', 'Unshelve the server(s) to the specified host (2.91 or above, admin only)'),
    wait: flag('Wait for unshelve operation to complete'),
  },
  run: async (session, { servers, availabilityZone, noZone, host, wait }) => {
    const place = given({ availability_zone: noZone ? null : availabilityZone, host })
    const body = { unshelve: Object.keys(place).length === 0 ? null : place }
    await forAll(servers, 'Server', 'unshelve', async (name) => {
      const id = await findId(session, serverKind, name)
      await act(session, id, unshelve.operation, body)
      if (wait)
        await waitForStatus(session, id, ['ACTIVE', 'SHUTOFF'], {
          action: 'unshelving',
          failed: ['SHELVED', 'SHELVED_OFFLOADED'],
        })
    })
    return nothing
  },
})

const evacuateServer = command({
  words: 'server evacuate',
  summary: 'Evacuate a server to a different host',
  output: 'one',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    host: text('<host>', 'Host to evacuate the server to (default: one that the scheduler chooses)'),
    password: text('<password>', 'Set the password on the evacuated instance'),
    sharedStorage: flag('Indicate that the instance is on shared storage (up to compute API 2.13)'),
    wait: flag('Wait for evacuation to complete'),
  },
  run: async (session, { server, host, password: adminPass, sharedStorage, wait }) => {
    const id = await findId(session, serverKind, server)
    const old = session.computeVersion < 2014
    if (sharedStorage && !old)
      throw new CliError('--shared-storage is not supported from --os-compute-api-version 2.14 on')
    const onSharedStorage = old ? sharedStorage : undefined
    const asked = { evacuate: given({ host, adminPass, onSharedStorage }) }
    const reply = await act(session, id, evacuate.operation, asked)
    const moved = wait
      ? await waitForStatus(session, id, ['ACTIVE', 'SHUTOFF'])
      : await getById(session, serverKind, id)
    // Up to 2.13 the reply has the new password.
    return showServer(session, { ...moved, ...given({ adminPass: reply.adminPass }) })
  },
})

/** Commands that shelve, unshelve and evacuate servers. */
export const serverShelveCommands = [shelveServers, unshelveServers, evacuateServer]
