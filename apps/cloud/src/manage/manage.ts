import { complaintOf } from '../complaint.ts'
import { UserError } from '../user-error.ts'
import { archiveCommand } from './archive-deleted-rows.ts'
import { audit } from './audit.ts'
import { bootstrap } from './bootstrap.ts'
import { createCellCommand } from './cell-v2/create-cell.ts'
import { deleteCellCommand } from './cell-v2/delete-cell.ts'
import { deleteHostCommand } from './cell-v2/delete-host.ts'
import { discoverHostsCommand } from './cell-v2/discover-hosts.ts'
import { listCellsCommand } from './cell-v2/list-cells.ts'
import { listHostsCommand } from './cell-v2/list-hosts.ts'
import { mapCell0Command } from './cell-v2/map-cell0.ts'
import { mapInstancesCommand } from './cell-v2/map-instances.ts'
import { updateCellCommand } from './cell-v2/update-cell.ts'
import { verifyInstanceCommand } from './cell-v2/verify-instance.ts'
import type { ManageCommand, Say } from './command.ts'
import { helpOfAll } from './command-help.ts'
import { dbSync } from './db-sync.ts'
import { dbVersion } from './db-version.ts'
import { embeddedFernetRotate, fernetRotate, fernetSetup } from './fernet.ts'
import { purgeCommand } from './purge.ts'
import { runCommand } from './run-command.ts'

/** Every command, in the order of the help. */
export const manageCommands: readonly ManageCommand[] = [
  audit,
  bootstrap,
  dbSync,
  dbVersion,
  archiveCommand,
  purgeCommand,
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
]

/** What a command says, and what is said of one that fails. */
export interface Terminal {
  readonly say: Say
  readonly complain: Say
}

const ownTerminal: Terminal = {
  say: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
}

/** `nimbo manage …`: what an operator does to a cloud besides running it. Resolves to the exit code, whatever happens. */
export const manage = async (
  args: readonly string[],
  { say, complain }: Terminal = ownTerminal,
): Promise<number> => {
  const [command, words] = commandOf(args)
  try {
    if (command) return await runCommand(command, words, say)
    if (args.length > 0 && !['--help', '-h'].includes(args[0] ?? ''))
      throw new UserError(`there is no command ${args.slice(0, 2).join(' ')}; nimbo manage --help lists them`)
    say(helpOfAll(manageCommands))
    return 0
  } catch (error) {
    complain(complaintOf(error, process.env))
    return (error instanceof UserError ? error.exitCode : undefined) ?? command?.errorCode ?? 1
  }
}

/** The command that is named, and the words behind its name. */
const commandOf = (args: readonly string[]): [ManageCommand | undefined, readonly string[]] => {
  for (const count of [2, 1]) {
    const name = args.slice(0, count).join(' ')
    const command = manageCommands.find((candidate) => [candidate.name, candidate.alias].includes(name))
    if (command) return [command, args.slice(count)]
  }
  return [undefined, args]
}
