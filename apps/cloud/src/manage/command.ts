import { parseArgs } from 'node:util'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '../user-error.ts'
import { helpOf } from './command-help.ts'

/** An option of a command, as `parseArgs` has it, with a line of help. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly help: string
  /** What stands for the value in the help: `URL`. */
  readonly value?: string
  readonly required?: true
}

export interface Given {
  /** The text given for an option, or its absence. */
  text(name: string): string | undefined
  flag(name: string): boolean
  readonly words: readonly string[]
}

/** Tells whoever gave a command; a line ends with its line feed. */
export type Say = (text: string) => void

/** One word or two behind `nimbo manage`. */
export interface ManageCommand {
  /** `cell_v2 create_cell` */
  readonly name: string
  /** What it does, in a line. */
  readonly summary: string
  /** What else is to be known, for its own help. */
  readonly details?: string
  readonly options: Readonly<Record<string, CommandOption>>
  /** What words may follow: `[SERVICE…]`; none may unless given. */
  readonly words?: string
  /** What it answers by its exit code, besides that it has done what it does (0). */
  readonly exitCodes?: Readonly<Record<number, string>>
  /** Of an error that is none of its answers (1). */
  readonly errorCode?: number
  /** Resolves to the exit code. */
  readonly run: (given: Given, places: ManagePlaces, say: Say) => Promise<number>
}

/** Where the configuration is, as for `nimbo serve`; or the embedded cloud that is meant. */
export interface ManagePlaces {
  readonly files: readonly string[]
  readonly directories: readonly string[]
  readonly stateDir: string | undefined
}

const placeOptions = {
  'config-file': { type: 'string', multiple: true, default: [] as string[] },
  'config-dir': { type: 'string', multiple: true, default: [] as string[] },
  'state-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the words behind the command's name and runs it. */
export const runCommand = async (
  command: ManageCommand,
  args: readonly string[],
  say: Say,
): Promise<number> => {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }]),
  )
  const parsed = parse(args, options)
  const values: Readonly<Record<string, unknown>> = parsed.values
  const text = (name: string): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  if (values.help === true) {
    say(helpOf(command))
    return 0
  }
  const missing = Object.entries(command.options).find(
    ([name, option]) => option.required && text(name) === undefined,
  )
  if (missing) throw new UserError(`nimbo manage ${command.name} needs --${missing[0]}`)
  if (parsed.positionals.length > 0 && command.words === undefined)
    throw new UserError(`nimbo manage ${command.name} takes no words like ${parsed.positionals[0]}`)
  const places: ManagePlaces = {
    files: parsed.values['config-file'],
    directories: parsed.values['config-dir'],
    stateDir: parsed.values['state-dir'],
  }
  const given: Given = { text, flag: (name) => values[name] === true, words: parsed.positionals }
  return command.run(given, places, say)
}

const parse = (
  args: readonly string[],
  options: Readonly<Record<string, { type: 'string' | 'boolean' }>>,
) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...placeOptions } })
  } catch (error) {
    throw new UserError(messageOf(error))
  }
}
