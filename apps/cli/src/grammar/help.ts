import type { Command } from './command.ts'
import { globalOptions } from './global-options.ts'
import type { Option } from './option.ts'
import { outputOptions } from './output-options.ts'
import { flagsOf } from './parse-arguments.ts'

type Options = Readonly<Record<string, Option<unknown>>>

const width = 24

const entry = (name: string, help: string): string =>
  name.length < width - 3 ? `  ${name.padEnd(width - 2)}${help}` : `  ${name}\n${' '.repeat(width)}${help}`

const optionEntry = (key: string, option: Option<unknown>): string => {
  const value = option.metavar === undefined ? '' : ` ${option.metavar}`
  return entry(
    flagsOf(key, option)
      .map((name) => `${name}${value}`)
      .join(', '),
    option.help,
  )
}

const section = (title: string, options: Options): readonly string[] => {
  const entries = Object.entries(options).map(([key, option]) => optionEntry(key, option))
  return entries.length === 0 ? [] : ['', `${title}:`, ...entries]
}

const positionalText = ({ count, metavar }: Command['positionals'][string]): string => {
  switch (count) {
    case 'one':
      return metavar
    case 'many':
      return `${metavar} [${metavar} ...]`
    case 'optional':
      return `[${metavar}]`
    case 'any':
      return `[${metavar} ...]`
  }
}

/** The one-line usage of a command, with its required options. */
export const usageOf = (command: Command): string => {
  const required = Object.entries(command.options)
    .filter(([, option]) => option.required)
    .map(([key, option]) => `${flagsOf(key, option)[0]} ${option.metavar}`)
  const words = Object.values(command.positionals).map(positionalText)
  return ['usage: nimbo', command.words, '[options]', ...required, ...words].join(' ')
}

/** The help page of a command. */
export const helpOf = (command: Command): string => {
  const positionals = Object.values(command.positionals).map(({ metavar, help }) => entry(metavar, help))
  return `${[
    usageOf(command),
    '',
    command.summary,
    ...(positionals.length === 0 ? [] : ['', 'positional arguments:', ...positionals]),
    ...section('options', command.options),
    ...section('output', outputOptions(command)),
  ].join('\n')}\n`
}

/** Commands with their summaries, one per line; the summaries begin behind the longest command. */
export const commandList = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ words }) => words.length)) + 2
  return commands
    .toSorted((a, b) => (a.words < b.words ? -1 : 1))
    .map(({ words, summary }) => `  ${words.padEnd(width)}${summary}\n`)
    .join('')
}

/** The help page of the command line. */
export const overallHelp = (commands: readonly Command[]): string =>
  `usage: nimbo [global options] <command> [options]\n${section('global options', globalOptions).join('\n')}\n\ncommands:\n${commandList(commands)}`
