import { confirmResize } from '@nimbo/contracts/compute/actions/confirm-resize'
import { migrate } from '@nimbo/contracts/compute/actions/migrate'
import { resize } from '@nimbo/contracts/compute/actions/resize'
import { revertResize } from '@nimbo/contracts/compute/actions/revert-resize'
import { CliError } from '../../cloud/cli-error.ts'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { command, one } from '../../grammar/command.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { act } from './server-action.ts'
import { flavorKind } from './flavor.ts'
import { serverKind } from './server-kind.ts'
import { waitForStatus } from './server-wait.ts'

const resizeServer = command({
  words: 'server resize',
  summary: 'Scale server to a new flavor',
  output: 'none',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    flavor: text('<flavor>', 'Resize server to specified flavor'),
    end: either({ '--confirm': 'confirm', '--revert': 'revert' }, 'Confirm or revert the resize instead'),
    wait: flag('Wait for resize to complete'),
  },
  run: async (session, { server, flavor, end, wait }) => {
    const id = await findId(session, serverKind, server)
    if (flavor !== undefined) {
      const flavorRef = await findId(session, flavorKind, flavor)
      await act(session, id, resize.operation, { resize: { flavorRef } })
      if (wait) await waitForStatus(session, id, ['VERIFY_RESIZE'])
      return nothing
    }
    if (end === undefined) throw new CliError('One of --flavor, --confirm and --revert is needed.')
    const ending = end === 'confirm' ? confirmResize : revertResize
    await act(session, id, ending.operation)
    if (wait) await waitForStatus(session, id, ['ACTIVE', 'SHUTOFF'])
    return nothing
  },
})

const migrateServer = command({
  words: 'server migrate',
  summary: 'Migrate server to different host',
  output: 'none',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    host: text('<hostname>', 'Migrate instance to the specified host (2.56 or above)'),
    wait: flag('Wait for migrate to complete'),
  },
  run: async (session, { server, host, wait }) => {
    const id = await findId(session, serverKind, server)
    await act(session, id, migrate.operation, { migrate: host === undefined ? null : given({ host }) })
    if (wait) await waitForStatus(session, id, ['VERIFY_RESIZE'])
    return nothing
  },
})

/** A migration is confirmed and reverted as a resize is. */
const endingMigration = (verb: 'confirm' | 'revert') =>
  command({
    words: `server migration ${verb}`,
    summary: verb === 'confirm' ? 'Confirm server migration' : 'Revert server migration',
    output: 'none',
    positionals: { server: one('<server>', 'Server (name or ID)') },
    options: {},
    run: async (session, { server }) => {
      const ending = verb === 'confirm' ? confirmResize : revertResize
      await act(session, await findId(session, serverKind, server), ending.operation)
      return nothing
    },
  })

/** Commands that take servers to other hosts, or give them another size. */
export const serverMoveCommands = [
  ...[resizeServer, migrateServer],
  ...[endingMigration('confirm'), endingMigration('revert')],
]
