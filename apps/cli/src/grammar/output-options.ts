import { quoteModes } from '../output/csv-format.ts'
import type { Wishes } from '../output/present.ts'
import type { Command } from './command.ts'
import { also, either, flag, integer, list, oneOf, type Option, text } from './option.ts'

const listFormats = ['csv', 'json', 'table', 'value', 'yaml']
const oneFormats = ['json', 'shell', 'table', 'value', 'yaml']

const shared = (formats: readonly string[], usual: string) => ({
  format: also(oneOf(formats, `the output format, defaults to ${usual}`), '-f'),
  column: also(
    list('COLUMN', 'specify the column(s) to include, can be repeated to show multiple columns'),
    '-c',
  ),
  noindent: flag('whether to disable indenting the JSON'),
  maxWidth: integer('<integer>', 'Maximum display width, <1 to disable'),
  fitWidth: flag('Fit the table to the display width. Implied if --max-width greater than 0'),
  printEmpty: flag('Print empty table if there is no data to show.'),
})

const forLists = {
  quote: oneOf(quoteModes, 'when to include quotes, defaults to nonnumeric'),
  sortColumn: list(
    'SORT_COLUMN',
    'specify the column(s) to sort the data (columns specified first have a priority)',
  ),
  descending: either(
    { '--sort-ascending': false, '--sort-descending': true },
    'sort the column(s) in this order',
  ),
}

/** The former name of `--column`. */
const forOne = {
  variable: list('VARIABLE', 'the former name of --column'),
  prefix: text('PREFIX', 'add a prefix to all variable names'),
}

/** The output options that every command with output has in addition to its own. */
export const outputOptions = (command: Command): Readonly<Record<string, Option<unknown>>> => {
  switch (command.output) {
    case 'list':
      return { ...shared([...listFormats, ...command.extraFormats], command.defaultFormat), ...forLists }
    case 'one':
      return { ...shared([...oneFormats, ...command.extraFormats], command.defaultFormat), ...forOne }
    case 'none':
      return {}
  }
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** The output settings in a command's arguments, parsed with {@link outputOptions}; `width` is that of the terminal (0: none). */
export const readOutputOptions = (
  input: Readonly<Record<string, unknown>>,
  terminal: number,
  usual = 'table',
): Wishes => ({
  width:
    typeof input.maxWidth === 'number' && input.maxWidth > 0 ? input.maxWidth : input.fitWidth ? terminal : 0,
  format: typeof input.format === 'string' ? input.format : usual,
  columns: [...strings(input.column), ...strings(input.variable)],
  sortColumns: strings(input.sortColumn),
  descending: input.descending === true,
  noindent: input.noindent === true,
  printEmpty: input.printEmpty === true,
  quote: quoteModes.find((mode) => mode === input.quote) ?? 'nonnumeric',
  prefix: typeof input.prefix === 'string' ? input.prefix : '',
})
