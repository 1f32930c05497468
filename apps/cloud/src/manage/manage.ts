import { UserError } from '../user-error.ts'
import { archiveCommand } from './archive-deleted-rows.ts'
import { audit } from './audit.ts'
import { bootstrap } from './bootstrap.ts'
import { createCellCommand } from './cell-v2/create-cell.ts'
import { deleteCellCommand } from './cell-v2/delete-cell.ts'
import { discoverHostsCommand } from './cell-v2/discover-hosts.ts'
import { deleteHostCommand, listHostsCommand } from './cell-v2/hosts.ts'
import { listCellsCommand } from './cell-v2/list-cells.ts'
import { mapCell0Command } from './cell-v2/map-cell0.ts'
import { mapInstancesCommand } from './cell-v2/map-instances.ts'
import { updateCellCommand } from './cell-v2/update-cell.ts'
import { verifyInstanceCommand } from './cell-v2/verify-instance.ts'
import { type ManageCommand, runCommand } from './command.ts'
import { dbSync } from './db-sync.ts'
import { dbVersion } from './db-version.ts'
import { embeddedFernetRotate, fernetRotate, fernetSetup } from './fernet.ts'
import { purgeCommand } from './purge.ts'

const commands: readonly ManageCommand[] = [
  archiveCommand,
  audit,
  bootstrap,
  dbSync,
  dbVersion,
  mapCell0Command,
  createCellCommand,
  updateCellCommand,
  listCellsCommand,
  discoverHostsCommand,
  mapInstancesCommand,
  verifyInstanceCommand,
  deleteCellCommand,
  listHostsCommand,
  deleteHostCommand,
  fernetSetup,
  fernetRotate,
  embeddedFernetRotate,
  purgeCommand,
]

const column = 34

const help = (): string =>
  [
    'usage: nimbo manage COMMAND [options]   (nimbo manage COMMAND --help)',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(column)}${summary.split('\n')[0]}`),
    '',
  ].join('\n')

/** `nimbo manage …`: what an operator does to a cloud besides running it. */
export const manage = async (args: readonly string[]): Promise<number> => {
  for (const count of [2, 1]) {
    const name = args.slice(0, count).join(' ')
    const command = commands.find((candidate) => candidate.name === name)
    if (command) return runCommand(command, args.slice(count))
  }
  if (args.length > 0 && !['--help', '-h'].includes(args[0] ?? ''))
    throw new UserError(`there is no command ${args.slice(0, 2).join(' ')}; nimbo manage --help lists them`)
  process.stdout.write(help())
  return 0
}
