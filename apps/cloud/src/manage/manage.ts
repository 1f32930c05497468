import { UserError } from '@nimbo/kernel/user-error'
import type { Say } from '@nimbo/service/manage/command'
import { complaintOf } from '../complaint.ts'
import { type CloudService, services as cloudServices } from '../services.ts'
import { bootstrap } from './bootstrap.ts'
import { certificatesIssue } from './certificates-issue.ts'
import type { ManageCommand } from './command.ts'
import { helpOfAll } from './command-help.ts'
import { dbSync } from './db-sync.ts'
import { dbVersion } from './db-version.ts'
import { runCommand } from './run-command.ts'
import { serviceCommands } from './service-commands.ts'

/** All commands in the order of the help: those for the whole cloud, then those of each service. */
export const manageCommands = async (
  services: readonly CloudService[] = cloudServices,
): Promise<readonly ManageCommand[]> => [
  bootstrap(services),
  certificatesIssue(),
  dbSync(services),
  dbVersion(services),
  ...(await serviceCommands(services)),
]

/** Output and error output of a command. */
export interface Terminal {
  readonly say: Say
  readonly complain: Say
}

const ownTerminal: Terminal = {
  say: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
}

/** `nimbo manage …`: the administrative commands. Resolves to the exit code and never rejects. */
export const manage = async (
  args: readonly string[],
  { say, complain }: Terminal = ownTerminal,
  services: readonly CloudService[] = cloudServices,
): Promise<number> => {
  const commands = await manageCommands(services)
  const [command, words] = commandOf(commands, args)
  try {
    if (command) return await runCommand(command, words, say)
    if (args.length > 0 && !['--help', '-h'].includes(args[0] ?? ''))
      throw new UserError(`there is no command ${args.slice(0, 2).join(' ')}; nimbo manage --help lists them`)
    say(helpOfAll(commands))
    return 0
  } catch (error) {
    complain(complaintOf(error, process.env))
    return (error instanceof UserError ? error.exitCode : undefined) ?? command?.errorCode ?? 1
  }
}

/** Finds the command by its name, and the words after it. */
const commandOf = (
  commands: readonly ManageCommand[],
  args: readonly string[],
): [ManageCommand | undefined, readonly string[]] => {
  for (const count of [2, 1]) {
    const name = args.slice(0, count).join(' ')
    const command = commands.find((candidate) => [candidate.name, candidate.alias].includes(name))
    if (command) return [command, args.slice(count)]
  }
  return [undefined, args]
}
