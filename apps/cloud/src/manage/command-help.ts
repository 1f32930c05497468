import type { ManageCommand } from './command.ts'

const column = 34
const nameColumn = 29
const exitCodeColumn = 6

interface HelpLine {
  readonly left: string
  readonly right: string
}

const places: readonly HelpLine[] = [
  { left: '--config-file FILE', right: 'configuration file, as for nimbo serve' },
  { left: '--config-dir DIR', right: 'directory of the configuration (/etc/nimbo)' },
  { left: '--state-dir DIR', right: 'state directory of an embedded cloud to manage instead' },
]

/** The usage line of a command for its name and its alias. */
export const usageLines = ({ name, alias, words }: ManageCommand): readonly string[] =>
  [name, alias]
    .filter((known) => known !== undefined)
    .map((known) => `nimbo manage ${[known, words, '[options]'].filter(Boolean).join(' ')}`)

/** The help of a command's options, its own before the common ones. */
export const optionLines = ({ options }: ManageCommand): readonly HelpLine[] => [
  ...Object.entries(options).map(([option, { value, help, required, multiple }]) => ({
    left: value === undefined ? `--${option}` : `--${option} ${value}`,
    right: `${help}${multiple ? ' (may be repeated)' : ''}${required ? ' (required)' : ''}`,
  })),
  ...places,
]

/** The help of a command's exit codes. */
export const exitCodeLines = ({ exitCodes, errorCode = 1 }: ManageCommand): readonly HelpLine[] => {
  const meant = exitCodes?.[errorCode]
  const all = {
    0: 'done',
    ...exitCodes,
    [errorCode]: meant === undefined ? 'an error' : `${meant}; or an error`,
  }
  return Object.entries(all).map(([left, right]) => ({ left, right }))
}

export const helpOf = (command: ManageCommand): string =>
  [
    `usage: ${usageLines(command).join('\n   or: ')}`,
    '',
    [command.summary, command.details].filter(Boolean).join('\n'),
    '',
    ...optionLines(command).map(({ left, right }) => `  ${left.padEnd(column)}${right}`),
    '',
    'exit codes:',
    ...exitCodeLines(command).map(({ left, right }) => `  ${left.padEnd(exitCodeColumn)}${right}`),
    '',
  ].join('\n')

/** The help with the list of all commands. */
export const helpOfAll = (commands: readonly ManageCommand[]): string =>
  [
    'usage: nimbo manage COMMAND [options]   (nimbo manage COMMAND --help)',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(nameColumn)} ${summary}`),
    '',
  ].join('\n')
