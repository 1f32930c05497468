import { confirmResize } from '@nimbo/contracts/compute/actions/confirm-resize'
import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
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

/** The statuses of a server before a resize or migration, and again when that failed. */
const running = ['ACTIVE', 'SHUTOFF']

const resizeServer = command({
  words: 'server resize',
  summary: 'Scale server to a new flavor',
  output: 'none',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    flavor: text('<flavor>', 'Resize server to specified flavor'),
    end: either(
      { '--confirm': 'confirm', '--revert': 'revert' },
      'Confirm or revert a finished resize instead of starting one',
    ),
    wait: flag('Wait for resize to complete'),
  },
  run: async (session, { server, flavor, end, wait }) => {
    const id = await findId(session, serverKind, server)
    if (flavor !== undefined) {
      const flavorRef = await findId(session, flavorKind, flavor)
      await act(session, id, resize.operation, { resize: { flavorRef } })
      if (wait) await waitForStatus(session, id, ['VERIFY_RESIZE'], { action: 'resize', failed: running })
      return nothing
    }
    if (end === undefined) throw new CliError('One of --flavor, --confirm and --revert is needed.')
    const ending = end === 'confirm' ? confirmResize : revertResize
    await act(session, id, ending.operation)
    if (wait) await waitForStatus(session, id, ['ACTIVE', 'SHUTOFF'])
    return nothing
  },
})

/** The microversion from which hosts detect shared disks themselves. */
const findsOut = 2025

const migrateServer = command({
  words: 'server migrate',
  summary: 'Migrate server to different host',
  output: 'none',
  positionals: { server: one('<server>', 'Server (name or ID)') },
  options: {
    live: either(
      { '--live-migration': true },
      'Live migrate the server: it keeps running during the migration',
    ),
    host: text(
      '<hostname>',
      'Migrate instance to the specified host (2.30 or above with --live-migration, else 2.56)',
    ),
    block: either(
      { '--shared-migration': false, '--block-migration': true },
      'Live migrate with shared storage, or with block migration (default from 2.25 on: detected)',
    ),
    overcommit: either(
      { '--disk-overcommit': true, '--no-disk-overcommit': false },
      'Allow or refuse disk overcommit on the destination host (up to 2.24)',
    ),
    wait: flag('Wait for migrate to complete'),
  },
  run: async (session, { server, live, host, block, overcommit, wait }) => {
    // Without --live-migration the server is stopped, which is not what these options ask for.
    if (!live && (block !== undefined || overcommit !== undefined))
      throw new CliError(
        '--live-migration must be specified if --block-migration, --shared-migration or --disk-overcommit is specified',
      )
    if (overcommit !== undefined && session.computeVersion >= findsOut)
      throw new CliError(
        'The --disk-overcommit and --no-disk-overcommit options are only supported by --os-compute-api-version 2.24 or below',
      )
    const id = await findId(session, serverKind, server)
    if (live) {
      const old = session.computeVersion < findsOut
      const asked = {
        block_migration: block ?? (old ? false : 'auto'),
        ...(old ? { disk_over_commit: overcommit ?? false } : {}),
        host: host ?? null,
      }
      await act(session, id, liveMigrate.operation, { 'os-migrateLive': asked })
      if (wait) await waitForStatus(session, id, ['ACTIVE', 'PAUSED'])
      return nothing
    }
    await act(session, id, migrate.operation, { migrate: host === undefined ? null : given({ host }) })
    if (wait) await waitForStatus(session, id, ['VERIFY_RESIZE'], { action: 'migration', failed: running })
    return nothing
  },
})

/**
 * A migration is confirmed and reverted with the actions of a resize. The openstack client still has the commands under their
 * former words, `server migrate …`, and warns of them.
 */
const endingMigration = (verb: 'confirm' | 'revert', noun: 'server migration' | 'server migrate') => {
  const isFormer = noun === 'server migrate'
  const summary = verb === 'confirm' ? 'Confirm server migration' : 'Revert server migration'
  return command({
    words: `${noun} ${verb}`,
    summary: isFormer ? `DEPRECATED: ${summary}` : summary,
    output: 'none',
    positionals: { server: one('<server>', 'Server (name or ID)') },
    options: {},
    run: async (session, { server }) => {
      if (isFormer)
        session.streams.stderr.write(
          `The '${noun} ${verb}' command has been deprecated in favour of the 'server migration ${verb}' command.\n`,
        )
      const ending = verb === 'confirm' ? confirmResize : revertResize
      await act(session, await findId(session, serverKind, server), ending.operation)
      return nothing
    },
  })
}

/** Commands that migrate or resize servers. */
export const serverMoveCommands = [
  ...[resizeServer, migrateServer],
  ...[endingMigration('confirm', 'server migration'), endingMigration('revert', 'server migration')],
  ...[endingMigration('confirm', 'server migrate'), endingMigration('revert', 'server migrate')],
]
