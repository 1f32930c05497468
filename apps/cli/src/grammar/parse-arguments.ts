import type { Positional } from './command.ts'
import type { GivenWord, Option } from './option.ts'
import { UsageError } from './usage-error.ts'

type Options = Readonly<Record<string, Option<unknown>>>
type Positionals = Readonly<Record<string, Positional<unknown>>>

interface Flag {
  readonly key: string
  readonly option: Option<unknown>
  /** For a flag without a value, the word it represents. */
  readonly word: string
}

/** `allProjects` → `--all-projects`. */
const flagName = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** All flags of an option; the one derived from its key is first. */
export const flagsOf = (key: string, option: Option<unknown>): readonly string[] =>
  option.named ? [flagName(key), ...Object.keys(option.flags)] : Object.keys(option.flags)

const flagTable = (options: Options): ReadonlyMap<string, Flag> =>
  new Map(
    Object.entries(options).flatMap(([key, option]) =>
      flagsOf(key, option).map((name): [string, Flag] => [name, { key, option, word: name }]),
    ),
  )

/** Finds a flag by its name or by an unambiguous prefix. */
const findFlag = (flags: ReadonlyMap<string, Flag>, name: string): Flag | undefined => {
  const exact = flags.get(name)
  if (exact !== undefined || !name.startsWith('--')) return exact
  const begun = [...flags.keys()].filter((each) => each.startsWith(name))
  if (begun.length > 1) throw new UsageError(`ambiguous option: ${name} could match ${begun.join(', ')}`)
  return flags.get(begun[0] ?? '')
}

/** Splits `--name=value` and `-fjson` into flag and value. */
const splitFlag = (token: string): { name: string; attached: string | undefined } => {
  if (!token.startsWith('--')) return { name: token.slice(0, 2), attached: token.slice(2) || undefined }
  const equals = token.indexOf('=')
  if (equals < 0) return { name: token, attached: undefined }
  return { name: token.slice(0, equals), attached: token.slice(equals + 1) }
}

const isFlag = (token: string): boolean => /^-[-a-zA-Z]/.test(token)

/** Whether the word after an option is its value, not the next option; text with blanks, such as a key in PEM, is a value. */
const isValue = (token: string | undefined): boolean =>
  token !== undefined && (!isFlag(token) || /\s/.test(token))

/** A command line split into options and remaining words, in order. */
export interface Sifted {
  readonly given: ReadonlyMap<string, readonly string[]>
  /** The words of all options in the given order. */
  readonly order: readonly GivenWord[]
  readonly rest: readonly string[]
}

/**
 * Extracts the options from `tokens`. An unknown flag is kept among the remaining words when `lenient`, else an error. After `--`
 * nothing is an option.
 */
export const siftOptions = (tokens: readonly string[], options: Options, lenient = false): Sifted => {
  const flags = flagTable(options)
  const given = new Map<string, string[]>()
  const order: GivenWord[] = []
  const rest: string[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (token === '--') {
      rest.push(...tokens.slice(lenient ? at : at + 1))
      break
    }
    const { name, attached } = splitFlag(token)
    // A number is a flag only where a command has such a one, like -4.
    const flag = isFlag(token) && !lenient ? findFlag(flags, name) : flags.get(name)
    if (flag === undefined) {
      if (isFlag(token) && !lenient) throw new UsageError(`unrecognized arguments: ${token}`)
      rest.push(token)
      continue
    }
    if (flag.option.metavar === undefined && token.startsWith('--') && attached !== undefined)
      throw new UsageError(`argument ${name}: ignored explicit argument '${attached}'`)
    const words = given.get(flag.key) ?? []
    given.set(flag.key, words)
    if (flag.option.metavar !== undefined && attached === undefined && !isValue(tokens[at + 1]))
      throw new UsageError(`argument ${name}: expected one argument`)
    const word = flag.option.metavar === undefined ? flag.word : (attached ?? tokens[++at] ?? '')
    words.push(word)
    order.push({ key: flag.key, word })
  }
  return { given, order, rest }
}

const readOptions = (options: Options, { given, order }: Sifted): [string, unknown][] =>
  Object.entries(options).map(([key, option]) => [
    key,
    option.read(given.get(key) ?? [], flagsOf(key, option).join('/'), order),
  ])

const canBeAbsent = ({ count }: Positional<unknown>): boolean => count === 'optional' || count === 'any'

/** How many words a positional takes of those that the others leave. */
const takenOf = ({ count }: Positional<unknown>, spare: number): number => {
  switch (count) {
    case 'one':
      return 0
    case 'optional':
      return Math.max(0, Math.min(1, spare))
    case 'many':
    case 'any':
      return Math.max(0, spare)
  }
}

const readPositionals = (positionals: Positionals, words: readonly string[]): [string, unknown][] => {
  const entries = Object.entries(positionals)
  const fixed = entries.filter(([, positional]) => !canBeAbsent(positional)).length
  let spare = words.length - fixed
  let at = 0
  const values = entries.map(([key, positional]): [string, unknown] => {
    const extra = takenOf(positional, spare)
    const count = (canBeAbsent(positional) ? 0 : 1) + extra
    spare -= extra
    const taken = words.slice(at, at + count)
    at += count
    return [key, positional.read(taken)]
  })
  if (at < words.length) throw new UsageError(`unrecognized arguments: ${words.slice(at).join(' ')}`)
  return values
}

const missing = (positionals: Positionals, options: Options, sifted: Sifted): readonly string[] => {
  const wanted = Object.values(positionals).filter((positional) => !canBeAbsent(positional))
  return [
    ...wanted.slice(sifted.rest.length).map(({ metavar }) => metavar),
    ...Object.entries(options)
      .filter(([key, option]) => option.required && !sifted.given.has(key))
      .map(([key]) => flagName(key)),
  ]
}

/** Parses the words after a command's name by its declaration; throws a `UsageError` worded as by Python's argparse. */
export const parseArguments = (
  tokens: readonly string[],
  positionals: Positionals,
  options: Options,
): Readonly<Record<string, unknown>> => {
  const sifted = siftOptions(tokens, options)
  const absent = missing(positionals, options, sifted)
  if (absent.length > 0) {
    throw new UsageError(`the following arguments are required: ${absent.join(', ')}`)
  }
  return Object.fromEntries([...readOptions(options, sifted), ...readPositionals(positionals, sifted.rest)])
}
