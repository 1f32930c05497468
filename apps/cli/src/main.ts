import { readFileSync } from 'node:fs'
import { isFault } from '@nimbo/kernel/errors'
import { CliError } from './cloud/cli-error.ts'
import type { Environment } from './cloud/clouds-file.ts'
import { createRest } from './cloud/rest.ts'
import { newestCompute, newestPlacement, openSession, type Session, type Streams } from './cloud/session.ts'
import { resolveSettings, type Settings } from './cloud/settings.ts'
import { httpTransport, type Trust } from './cloud/transport.ts'
import { waitingClock } from './cloud/waiting-clock.ts'
import type { Command } from './grammar/command.ts'
import { bashCompletion } from './grammar/completion.ts'
import { findCommand, similarCommands } from './grammar/find-command.ts'
import { globalOptions, settingsIn } from './grammar/global-options.ts'
import { commandList, helpOf, overallHelp, usageOf } from './grammar/help.ts'
import { offered, type Versions } from './grammar/offered.ts'
import { outputOptions, readOutputOptions } from './grammar/output-options.ts'
import { parseArguments, type Sifted, siftOptions } from './grammar/parse-arguments.ts'
import { UsageError } from './grammar/usage-error.ts'
import { allCommands, commandsFor } from './nouns.ts'
import { present } from './output/present.ts'

const trustOf = ({ insecure, cacert }: Settings): Trust => {
  if (cacert === undefined) return { insecure }
  try {
    return { insecure, authorities: readFileSync(cacert, 'utf8') }
  } catch {
    throw new CliError(`Cannot read the certificates in ${cacert}.`)
  }
}

const settingsFor = ({ given }: Sifted, env: Environment): Settings => {
  const insecure = globalOptions.tls.read(given.get('tls') ?? [], '--insecure')
  return resolveSettings(settingsIn(given), insecure, env, process.cwd())
}

const sessionFor = (sifted: Sifted, env: Environment, streams: Streams): Session => {
  const settings = settingsFor(sifted, env)
  const debug = sifted.given.has('debug')
    ? (line: string) => void streams.stderr.write(`${line}\n`)
    : undefined
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
  streams.stdout.write(
    present(result, readOutputOptions(input, streams.stdout.columns ?? 0, command.defaultFormat)),
  )
}

const unknown = async (words: readonly string[], streams: Streams): Promise<number> => {
  const similar = similarCommands(await allCommands(), words)
  streams.stderr.write(`nimbo: '${words.join(' ')}' is not a nimbo command. See 'nimbo --help'.\n`)
  if (similar.length > 0) streams.stderr.write(`Did you mean one of these?\n${commandList(similar)}`)
  return 2
}

const asksForHelp = (words: readonly string[]): boolean => words.includes('--help') || words.includes('-h')

/** The settings, or none where they cannot be read: who asks for help may be about to find out why. */
const settingsIfAny = (sifted: Sifted, env: Environment): Partial<Settings> => {
  try {
    return settingsFor(sifted, env)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return {}
  }
}

const versionsIn = (settings: Partial<Settings>): Versions => {
  const {
    compute_api_version: compute,
    volume_api_version: volume,
    placement_api_version: placement,
  } = settings
  return {
    compute: compute ?? newestCompute,
    placement: placement ?? newestPlacement,
    ...(volume === undefined ? {} : { volume }),
  }
}

/** The help of one command is shown for any microversion; the list contains the commands that exist in the requested ones. */
const help = async (
  words: readonly string[],
  settings: Partial<Settings>,
  streams: Streams,
): Promise<number> => {
  const asked = words.filter((word) => word !== '--help' && word !== '-h')
  const found = findCommand(await commandsFor(asked), asked)
  if (found !== undefined) streams.stdout.write(helpOf(found.command))
  else if (asked.length > 0) return unknown(asked, streams)
  else streams.stdout.write(overallHelp(offered(await allCommands(), versionsIn(settings))))
  return 0
}

const explain = (error: unknown, command: Command, streams: Streams): number => {
  if (error instanceof UsageError) {
    streams.stderr.write(`${usageOf(command)}\nnimbo ${command.words}: error: ${error.message}\n`)
    return 2
  }
  if (!(error instanceof CliError || isFault(error, 'OperationNotInVersion'))) throw error
  streams.stderr.write(`${error.message}\n`)
  return 1
}

/** Takes the global options out of a command line; undefined, with the reason on standard error, when one of them is wrong. */
const siftedGlobals = (argv: readonly string[], streams: Streams): Sifted | undefined => {
  try {
    return siftOptions(argv, globalOptions, true)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    streams.stderr.write(`nimbo: error: ${error.message}\n`)
    return undefined
  }
}

/** Closing the pipe early (`| head`) is no error. */
const ignoreBrokenPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}

/**
 * Runs a command line (`['server', 'list', '-f', 'json']`) and resolves with the exit code: 0, 1 for an error from the cloud, 2
 * for a syntax error.
 */
export const runCli = async (
  argv: readonly string[],
  env: Environment,
  streams: Streams,
): Promise<number> => {
  streams.stdout.on('error', ignoreBrokenPipe)
  const sifted = siftedGlobals(argv, streams)
  if (sifted === undefined) return 2
  const words = sifted.rest
  const [first, ...others] = words
  if (first === 'complete') {
    streams.stdout.write(bashCompletion(await allCommands()))
    return 0
  }
  if (first === 'help') return help(others, settingsIfAny(sifted, env), streams)
  if (first === undefined || asksForHelp(words)) return help(words, settingsIfAny(sifted, env), streams)
  const found = findCommand(await commandsFor(words), words)
  if (found === undefined) return unknown(words, streams)
  try {
    await runCommand(found.command, found.rest, sifted, env, streams)
    return 0
  } catch (error) {
    return explain(error, found.command, streams)
  }
}
