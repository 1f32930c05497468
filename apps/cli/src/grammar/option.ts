import { UsageError } from './usage-error.ts'

/** The syntax of an option or positional argument, and how its words are converted to a value. */
export interface Option<Value> {
  /** Additional flags besides the one derived from its key; for a switch, every flag with its value. */
  readonly flags: Readonly<Record<string, string | undefined>>
  /** Whether the flag derived from the option's key (`allProjects` → `--all-projects`) is accepted. */
  readonly named: boolean
  readonly metavar?: string
  readonly help: string
  readonly required: boolean
  /**
   * Converts the given words, in order, to a value. `name` is the option's name for error messages; `all` holds the words of all
   * options, for an option that affects those after it.
   */
  read(words: readonly string[], name: string, all?: readonly GivenWord[]): Value
}

/** A word, with the key of its option. */
export interface GivenWord {
  readonly key: string
  readonly word: string
}

type Reader<Value> = (words: readonly string[], name: string) => Value

const valued = <Value>(metavar: string, help: string, read: Reader<Value>): Option<Value> => ({
  flags: {},
  named: true,
  metavar,
  help,
  required: false,
  read,
})

const last = (words: readonly string[]): string | undefined => words.at(-1)

/** `--wait`: given or not. */
export const flag = (help: string): Option<boolean> => ({
  flags: {},
  named: true,
  help,
  required: false,
  read: (words) => words.length > 0,
})

/** Mutually exclusive flags, each with a value: `{ '--enable': true, '--disable': false }`. */
export const either = <const Value>(
  choices: Readonly<Record<string, Value>>,
  help: string,
): Option<Value | undefined> => ({
  flags: Object.fromEntries(Object.keys(choices).map((name) => [name, name])),
  named: false,
  help,
  required: false,
  read: (words) => {
    const [first, second] = [...new Set(words)]
    if (second !== undefined) throw new UsageError(`argument ${second}: not allowed with argument ${first}`)
    return first === undefined ? undefined : choices[first]
  },
})

/** `--image <image>`: the last one wins. */
export const text = (metavar: string, help: string): Option<string | undefined> => valued(metavar, help, last)

/** A required option. */
export const requiredText = (metavar: string, help: string): Option<string> => ({
  ...valued(metavar, help, (words) => words.at(-1) ?? ''),
  required: true,
})

/** An option with a fixed set of values, such as `--format`. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  help: string,
): Option<Word | undefined> =>
  valued(`{${words.join(',')}}`, help, (given, name) => {
    const word = last(given)
    const found = words.find((each) => each === word)
    if (word !== undefined && found === undefined) {
      const choices = words.map((each) => `'${each}'`).join(', ')
      throw new UsageError(`argument ${name}: invalid choice: '${word}' (choose from ${choices})`)
    }
    return found
  })

/** `--disk <size>`: an integer. */
export const integer = (metavar: string, help: string): Option<number | undefined> =>
  valued(metavar, help, (words, name) => {
    const word = last(words)
    if (word === undefined) return undefined
    if (!/^-?\d+$/.test(word)) throw new UsageError(`argument ${name}: invalid int value: '${word}'`)
    return Number(word)
  })

/** `--threshold <number>`: any number. */
export const decimal = (metavar: string, help: string): Option<number | undefined> =>
  valued(metavar, help, (words, name) => {
    const word = last(words)
    if (word === undefined) return undefined
    if (word.trim() === '' || !Number.isFinite(Number(word)))
      throw new UsageError(`argument ${name}: invalid float value: '${word}'`)
    return Number(word)
  })

/** `--enabled {True|False}`. */
export const yesOrNo = (help: string): Option<boolean | undefined> =>
  valued('{True|False}', help, (words) => {
    const word = last(words)
    return word === undefined ? undefined : /^(1|t|true|on|y|yes)$/i.test(word.trim())
  })

/** `--tag a --tag b`: repeatable. */
export const list = (metavar: string, help: string): Option<readonly string[]> =>
  valued(metavar, help, (words) => words)

/** `--tags a,b`: comma-separated, repeatable. */
export const commaList = (help: string): Option<readonly string[]> =>
  valued('<tag>[,<tag>,...]', help, (words) => words.flatMap((word) => word.split(',')))

const splitPair = (word: string, name: string, what = `'${word}'`): [string, string] => {
  const equals = word.indexOf('=')
  if (equals < 1) throw new UsageError(`argument ${name}: expected 'key=value' type, but got: ${what}`)
  return [word.slice(0, equals), word.slice(equals + 1)]
}

/** `--property key=value`, repeatable; `undefined` when none was given. */
export const properties = (help: string): Option<Readonly<Record<string, string>> | undefined> =>
  valued('<key=value>', help, (words, name) =>
    words.length === 0 ? undefined : Object.fromEntries(words.map((word) => splitPair(word, name))),
  )

/** `--fixed-ip subnet=a,ip-address=b`, repeatable: one record each, with these keys. */
export const records = <const Key extends string>(
  keys: readonly Key[],
  metavar: string,
  help: string,
): Option<readonly Readonly<Partial<Record<Key, string>>>[]> =>
  valued(metavar, help, (words, name) =>
    words.map((word) => {
      const pairs = word.split(',').map((part) => splitPair(part, name, `'${part}'`))
      const stranger = pairs.find(([key]) => !keys.some((each) => each === key))
      if (stranger !== undefined) {
        throw new UsageError(
          `argument ${name}: invalid key ${stranger[0]}, valid keys are: ${keys.join(', ')}`,
        )
      }
      return Object.fromEntries(pairs) as Partial<Record<Key, string>>
    }),
  )

/** The options given after a word that starts a section, up to the next such word. */
export interface Section<Key extends string> {
  /** Empty for options before the first section. */
  readonly name: string
  readonly given: Readonly<Partial<Record<Key, readonly string[]>>>
}

/** `--group 1 --resource A --group 2 --resource B`: each `--group` starts a section, to which the given options belong. */
export const sections = <const Key extends string>(
  { begin, of }: { readonly begin: string; readonly of: readonly Key[] },
  metavar: string,
  help: string,
): Option<readonly Section<Key>[]> => ({
  ...valued(metavar, help, () => []),
  read: (_words, _name, all = []) => {
    let current: { name: string; given: Partial<Record<Key, string[]>> } = { name: '', given: {} }
    const found = [current]
    for (const { key, word } of all) {
      if (key === begin) {
        current = { name: word, given: {} }
        found.push(current)
        continue
      }
      const known = of.find((each) => each === key)
      if (known !== undefined) current.given[known] = [...(current.given[known] ?? []), word]
    }
    return found
  },
})

/** `--network a --port b`: the words of several options that can be repeated, in the order in which they are given. */
export const inOrder = <const Key extends string>(
  keys: readonly Key[],
  metavar: string,
  help: string,
): Option<readonly { readonly key: Key; readonly word: string }[]> => ({
  ...valued(metavar, help, () => []),
  read: (_words, _name, all = []) =>
    all.flatMap(({ key, word }) => {
      const known = keys.find((each) => each === key)
      return known === undefined ? [] : [{ key: known, word }]
    }),
})

/** Adds short or alternative flags to an option: `also(flag('…'), '-n')`. */
export const also = <Value>(option: Option<Value>, ...names: readonly string[]): Option<Value> => ({
  ...option,
  flags: { ...option.flags, ...Object.fromEntries(names.map((name) => [name, undefined])) },
})
