import { readFileSync } from 'node:fs'
import { CliError } from './cloud/cli-error.ts'
import type { Environment } from './cloud/clouds-file.ts'
import { createRest } from './cloud/rest.ts'
import { openSession, type Session, type Streams } from './cloud/session.ts'
import { resolveSettings, type Settings } from './cloud/settings.ts'
import { httpTransport, type Trust } from './cloud/transport.ts'
import { waitingClock } from './cloud/waiting-clock.ts'
import { allCommands, commands } from './commands.ts'
import type { Command } from './grammar/command.ts'
import { findCommand, similarCommands } from './grammar/find-command.ts'
import { globalOptions, settingsIn } from './grammar/global-options.ts'
import { commandList, helpOf, overallHelp, usageOf } from './grammar/help.ts'
import { outputOptions, wishesIn } from './grammar/output-options.ts'
import { parseArguments, type Sifted, siftOptions } from './grammar/parse-arguments.ts'
import { UsageError } from './grammar/usage-error.ts'
import { present } from './output/present.ts'

const trustOf = ({ insecure, cacert }: Settings): Trust => {
  if (cacert === undefined) return { insecure }
  try {
    return { insecure, authorities: readFileSync(cacert, 'utf8') }
  } catch {
    throw new CliError(`Cannot read the certificates in ${cacert}.`)
  }
}

const sessionFor = ({ given }: Sifted, env: Environment, streams: Streams): Session => {
  const insecure = globalOptions.tls.read(given.get('tls') ?? [], '--insecure')
  const settings = resolveSettings(settingsIn(given), insecure, env, process.cwd())
  const debug = given.has('debug') ? (line: string) => void streams.stderr.write(`${line}\n`) : undefined
  return openSession(createRest(httpTransport(trustOf(settings)), debug), settings, streams, waitingClock)
}

const runCommand = async (
  command: Command,
  words: readonly string[],
  sifted: Sifted,
  env: Environment,
  streams: Streams,
): Promise<void> => {
  const output = outputOptions(command)
  const input = parseArguments(words, command.positionals, { ...output, ...command.options })
  const result = await command.run(sessionFor(sifted, env, streams), input)
  streams.stdout.write(present(result, wishesIn(input, streams.stdout.columns ?? 0)))
}

const unknown = async (words: readonly string[], streams: Streams): Promise<number> => {
  const similar = similarCommands(await allCommands(), words)
  streams.stderr.write(`nimbo: '${words.join(' ')}' is not a nimbo command. See 'nimbo --help'.\n`)
  if (similar.length > 0) streams.stderr.write(`Did you mean one of these?\n${commandList(similar)}`)
  return 2
}

const asksForHelp = (words: readonly string[]): boolean => words.includes('--help') || words.includes('-h')

/** The command that words begin with; contracts are read only for what is not found without them. */
const findAmongAll = async (words: readonly string[]) =>
  findCommand(commands, words) ?? findCommand(await allCommands(), words)

const help = async (words: readonly string[], streams: Streams): Promise<number> => {
  const asked = words.filter((word) => word !== '--help' && word !== '-h')
  const found = await findAmongAll(asked)
  if (found !== undefined) streams.stdout.write(helpOf(found.command))
  else if (asked.length === 0) streams.stdout.write(overallHelp(await allCommands()))
  else return unknown(asked, streams)
  return 0
}

const explain = (error: unknown, command: Command, streams: Streams): number => {
  if (error instanceof UsageError) {
    streams.stderr.write(`${usageOf(command)}\nnimbo ${command.words}: error: ${error.message}\n`)
    return 2
  }
  if (!(error instanceof CliError)) throw error
  streams.stderr.write(`${error.message}\n`)
  return 1
}

/** A reader that has seen enough (`| head`) is no failure. */
const ignoreBrokenPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}

/**
 * Runs one command line of the user's (`['server', 'list', '-f', 'json']`) and resolves with its exit code: 0, 1 for
 * what a cloud refused or does not have, 2 for words that make no command.
 */
export const runCli = async (
  argv: readonly string[],
  env: Environment,
  streams: Streams,
): Promise<number> => {
  streams.stdout.on('error', ignoreBrokenPipe)
  const sifted = siftOptions(argv, globalOptions, true)
  const words = sifted.rest
  const [first, ...others] = words
  if (first === 'help') return help(others, streams)
  if (first === undefined || asksForHelp(words)) return help(words, streams)
  const found = await findAmongAll(words)
  if (found === undefined) return unknown(words, streams)
  try {
    await runCommand(found.command, found.rest, sifted, env, streams)
    return 0
  } catch (error) {
    return explain(error, found.command, streams)
  }
}
