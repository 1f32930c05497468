import { parseArgs } from 'node:util'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import type { Given, Say } from '@nimbo/service/manage/command'
import type { ManageCommand, ManagePlaces } from './command.ts'
import { helpOf } from './command-help.ts'

const placeOptions = {
  'config-file': { type: 'string', multiple: true, default: [] as string[] },
  'config-dir': { type: 'string', multiple: true, default: [] as string[] },
  'state-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Parses the arguments after the command's name and runs it. */
export const runCommand = async (
  command: ManageCommand,
  args: readonly string[],
  say: Say,
): Promise<number> => {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  )
  const parsed = parse(args, options)
  const values: Readonly<Record<string, unknown>> = parsed.values
  const text = (name: string): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const texts = (name: string): readonly string[] => {
    const value = values[name]
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  }
  if (values.help === true) {
    say(helpOf(command))
    return 0
  }
  const missing = Object.entries(command.options).find(
    ([name, { required }]) => required && text(name) === undefined && texts(name).length === 0,
  )
  if (missing) throw new UserError(`nimbo manage ${command.name} needs --${missing[0]}`)
  if (parsed.positionals.length > 0 && command.words === undefined)
    throw new UserError(`nimbo manage ${command.name} takes no words like ${parsed.positionals[0]}`)
  const places: ManagePlaces = {
    files: parsed.values['config-file'],
    directories: parsed.values['config-dir'],
    stateDir: parsed.values['state-dir'],
  }
  const given: Given = { text, texts, flag: (name) => values[name] === true, words: parsed.positionals }
  return command.run(given, places, say)
}

const parse = (
  args: readonly string[],
  options: Readonly<Record<string, { type: 'string' | 'boolean'; multiple: boolean }>>,
) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...placeOptions } })
  } catch (error) {
    throw new UserError(messageOf(error))
  }
}
