import { forceDelete } from '@nimbo/contracts/compute/actions/force-delete'
import { reboot as rebootAction } from '@nimbo/contracts/compute/actions/reboot'
import { showDiagnostics } from '@nimbo/contracts/compute/server-diagnostics'
import { showTopology } from '@nimbo/contracts/compute/server-topology'
import { forAll } from '../../cloud/delete-each.ts'
import { findId, getById, removeById } from '../../cloud/find.ts'
import { inCompute, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag } from '../../grammar/option.ts'
import { recordCell } from '../../output/cells.ts'
import { everyField, nothing } from '../../output/result.ts'
import { act, allProjectsOption, scopeOf } from './server-action.ts'
import { createServer } from './server-create.ts'
import { serverFloatingIpCommands } from './server-floating-ip.ts'
import { serverInterfaceCommands } from './server-interface.ts'
import { serverKind } from './server-kind.ts'
import { listServers } from './server-list.ts'
import { lockServers } from './server-lock.ts'
import { serverMoveCommands } from './server-move.ts'
import { rebuildServer, rescueServer } from './server-rebuild.ts'
import { serverSecurityGroupCommands } from './server-security-group.ts'
import { serverShelveCommands } from './server-shelve.ts'
import { setServer } from './server-set.ts'
import { sshServer } from './server-ssh.ts'
import { unsetServer } from './server-unset.ts'
import { showServer } from './server-view.ts'
import { addVolume, removeVolume } from './server-volume.ts'
import { waitForDeletion, waitForStatus } from './server-wait.ts'

const show = command({
  words: 'server show',
  summary: 'Show server details',
  output: 'one',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    diagnostics: flag('Display the diagnostics of the server instead'),
    topology: flag('Include the topology of the server (2.78 or above)'),
  },
  run: async (session, { server, diagnostics, topology }) => {
    const id = await findId(session, serverKind, server)
    const about = { path: { server_id: id } }
    if (diagnostics) return everyField(await perform(session, inCompute(showDiagnostics), about))
    const shown = await getById(session, serverKind, id)
    if (!topology) return showServer(session, shown)
    return showServer(session, {
      ...shown,
      topology: recordCell(await perform(session, inCompute(showTopology), about)),
    })
  },
})

const remove = command({
  words: 'server delete',
  summary: 'Delete server(s)',
  output: 'none',
  positionals: { servers: many('<server>', 'Server(s) to delete (name or ID)') },
  options: {
    force: flag('Force delete server(s)'),
    allProjects: allProjectsOption,
    wait: flag('Wait for delete to complete'),
  },
  run: async (session, { servers, force, allProjects, wait }) => {
    await forAll(servers, 'Server', 'delete', async (name) => {
      const id = await findId(session, serverKind, name, scopeOf(allProjects))
      if (force) await act(session, id, forceDelete.operation)
      else await removeById(session, serverKind, id)
      if (wait) await waitForDeletion(session, id)
    })
    return nothing
  },
})

const reboot = command({
  words: 'server reboot',
  summary: 'Perform a hard or soft server reboot',
  output: 'none',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    type: either({ '--hard': 'HARD', '--soft': 'SOFT' }, 'Perform a hard or soft reboot'),
    wait: flag('Wait for reboot to complete'),
  },
  run: async (session, { server, type = 'SOFT', wait }) => {
    const id = await findId(session, serverKind, server)
    await act(session, id, rebootAction.operation, { reboot: { type } })
    if (wait) await waitForStatus(session, id, ['ACTIVE'])
    return nothing
  },
})

export const serverCommands = [
  createServer,
  listServers,
  show,
  remove,
  reboot,
  rebuildServer,
  lockServers,
  ...serverMoveCommands,
  ...serverShelveCommands,
  rescueServer,
  setServer,
  addVolume,
  removeVolume,
  unsetServer,
  ...serverFloatingIpCommands,
  ...serverInterfaceCommands,
  ...serverSecurityGroupCommands,
  sshServer,
]
