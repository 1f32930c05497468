import type { Positional } from './command.ts'
import type { GivenWord, Option } from './option.ts'
import { UsageError } from './usage-error.ts'

type Options = Readonly<Record<string, Option<unknown>>>
type Positionals = Readonly<Record<string, Positional<unknown>>>

interface Flag {
  readonly key: string
  readonly option: Option<unknown>
  /** For a flag without a value, the word it stands for. */
  readonly word: string
}

/** `allProjects` → `--all-projects`. */
const flagName = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Every flag of an option, the one made from its key first. */
export const flagsOf = (key: string, option: Option<unknown>): readonly string[] =>
  option.named ? [flagName(key), ...Object.keys(option.flags)] : Object.keys(option.flags)

const flagTable = (options: Options): ReadonlyMap<string, Flag> =>
  new Map(
    Object.entries(options).flatMap(([key, option]) =>
      flagsOf(key, option).map((name): [string, Flag] => [name, { key, option, word: name }]),
    ),
  )

/** Finds a flag by its name or, as long as no other begins so, by its beginning. */
const findFlag = (flags: ReadonlyMap<string, Flag>, name: string): Flag | undefined => {
  const exact = flags.get(name)
  if (exact !== undefined || !name.startsWith('--')) return exact
  const begun = [...flags.keys()].filter((each) => each.startsWith(name))
  if (begun.length > 1) throw new UsageError(`ambiguous option: ${name} could match ${begun.join(', ')}`)
  return flags.get(begun[0] ?? '')
}

/** `--name=value` and `-fjson` in their two parts. */
const splitFlag = (token: string): { name: string; attached: string | undefined } => {
  if (!token.startsWith('--')) return { name: token.slice(0, 2), attached: token.slice(2) || undefined }
  const equals = token.indexOf('=')
  if (equals < 0) return { name: token, attached: undefined }
  return { name: token.slice(0, equals), attached: token.slice(equals + 1) }
}

const isFlag = (token: string): boolean => /^-[-a-zA-Z]/.test(token)

/** What is left of a command line once the options asked for are taken out of it, in order. */
export interface Sifted {
  readonly given: ReadonlyMap<string, readonly string[]>
  /** What was given of all options, as it came. */
  readonly order: readonly GivenWord[]
  readonly rest: readonly string[]
}

/**
 * Takes the options out of `tokens`. A flag that isn't among them is left in the rest when `lenient`, else refused.
 * After `--` nothing is an option.
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
    const flag = isFlag(token) ? (lenient ? flags.get(name) : findFlag(flags, name)) : undefined
    if (flag === undefined) {
      if (isFlag(token) && !lenient) throw new UsageError(`unrecognized arguments: ${token}`)
      rest.push(token)
      continue
    }
    const words = given.get(flag.key) ?? []
    given.set(flag.key, words)
    const word = flag.option.metavar === undefined ? flag.word : (attached ?? tokens[++at])
    if (word === undefined) throw new UsageError(`argument ${name}: expected one argument`)
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

const readPositionals = (positionals: Positionals, words: readonly string[]): [string, unknown][] => {
  const entries = Object.entries(positionals)
  const fixed = entries.filter(([, positional]) => positional.count !== 'optional').length
  let spare = words.length - fixed
  let at = 0
  const values = entries.map(([key, positional]): [string, unknown] => {
    const extra =
      positional.count === 'one' ? 0 : Math.max(0, positional.count === 'many' ? spare : Math.min(1, spare))
    const count = (positional.count === 'optional' ? 0 : 1) + extra
    spare -= extra
    const taken = words.slice(at, at + count)
    at += count
    return [key, positional.read(taken)]
  })
  if (at < words.length) throw new UsageError(`unrecognized arguments: ${words.slice(at).join(' ')}`)
  return values
}

const missing = (positionals: Positionals, options: Options, sifted: Sifted): readonly string[] => {
  const wanted = Object.values(positionals).filter(({ count }) => count !== 'optional')
  return [
    ...wanted.slice(sifted.rest.length).map(({ metavar }) => metavar),
    ...Object.entries(options)
      .filter(([key, option]) => option.required && !sifted.given.has(key))
      .map(([key]) => flagName(key)),
  ]
}

/** Reads the words after a command's name by its declaration; throws a `UsageError` in argparse's words. */
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
