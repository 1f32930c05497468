import type { JsonObject } from '@nimbo/kernel/json'
import { type Option, option, type Settings, type ValueGiven, type ValueType } from './option.ts'

interface Range {
  readonly min?: number
  readonly max?: number
}

type NumberSettings = Settings<number> & Range

/** Any text. */
export const string = <const S extends Settings<string>>(settings: S): Option<ValueGiven<string, S>> =>
  option<string, S>({ description: 'string', parse: (text) => text, format: (value) => value }, settings)

export const integer = <const S extends NumberSettings>(settings: S): Option<ValueGiven<number, S>> =>
  option<number, S>(numeric('integer', 'an integer', /^[+-]?\d+$/, settings), settings)

export const float = <const S extends NumberSettings>(settings: S): Option<ValueGiven<number, S>> =>
  option<number, S>(numeric('number', 'a number', decimal, settings), settings)

/** A TCP or UDP port; 0 lets the system choose. */
export const port = <const S extends Settings<number>>(settings: S): Option<ValueGiven<number, S>> =>
  option<number, S>(numeric('port', 'a port', /^\d+$/, { min: 0, max: 65535 }), settings)

/** A duration in seconds, with fractions; not negative unless `min` allows. */
export const seconds = <const S extends NumberSettings>(settings: S): Option<ValueGiven<number, S>> =>
  option<number, S>(numeric('seconds', 'a number of seconds', decimal, { min: 0, ...settings }), settings)

/** `true`, `yes`, `on`, `1` or `false`, `no`, `off`, `0`, in any case. */
export const boolean = <const S extends Settings<boolean>>(settings: S): Option<ValueGiven<boolean, S>> =>
  option<boolean, S>(booleanType, settings)

/** One of several words. */
export const choice = <const Word extends string, const S extends Settings<Word>>(
  words: readonly Word[],
  settings: S & Settings<Word>,
): Option<ValueGiven<Word, S>> => option<Word, S>(oneOf(words), settings)

/** A comma-separated list; white space around items is ignored. */
export const list = <const S extends Settings<readonly string[]>>(
  settings: S,
): Option<ValueGiven<readonly string[], S>> => option<readonly string[], S>(commaSeparated, settings)

/** An option that may be repeated, each time adding a value; comma-separated in the environment. */
export const multiple = <const S extends Settings<readonly string[]>>(
  settings: S,
): Option<ValueGiven<readonly string[], S>> =>
  option<readonly string[], S>({ ...commaSeparated, description: 'string, may be repeated' }, settings, true)

/** JSON objects: the option may be repeated, and a value may be a list of them. */
export const objects = ({ help }: Pick<Settings<never>, 'help'>): Option<readonly JsonObject[]> =>
  option<readonly JsonObject[], { default: []; help: string }>(jsonObjects, { default: [], help }, true)

/** A value for a number in the option's name: `container_ratelimit_50 = 20` is the value 20 for the number 50. */
export interface Numbered {
  readonly number: number
  readonly value: number
}

/** Values for the numbers at the end of an option's name, which is declared with `N` in the place of the number. */
export const numbered = ({ help }: Pick<Settings<never>, 'help'>): Option<readonly Numbered[]> => ({
  ...option<readonly Numbered[], { default: []; help: string }>(numberedType, { default: [], help }, true),
  numbered: true,
})

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

const numeric = (name: string, noun: string, pattern: RegExp, { min, max }: Range): ValueType<number> => {
  const range = rangeWords(min, max)
  return {
    description: range ? `${name}, ${range}` : name,
    parse: (text) => {
      const value = Number(text)
      const fits = value >= (min ?? -Infinity) && value <= (max ?? Infinity)
      if (!pattern.test(text) || !fits) throw new Error(range ? `${noun}, ${range}` : noun)
      return value
    },
    format: String,
  }
}

const rangeWords = (min: number | undefined, max: number | undefined): string => {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`
  if (min !== undefined) return `at least ${min}`
  return max === undefined ? '' : `at most ${max}`
}

const truths = ['true', 'yes', 'on', '1']
const falsehoods = ['false', 'no', 'off', '0']

const booleanType: ValueType<boolean> = {
  description: 'boolean',
  parse: (text) => {
    const word = text.toLowerCase()
    if (truths.includes(word)) return true
    if (falsehoods.includes(word)) return false
    throw new Error('true or false')
  },
  format: String,
}

const oneOf = <Word extends string>(words: readonly Word[]): ValueType<Word> => ({
  description: `one of ${words.map((word) => word || '(empty)').join(', ')}`,
  parse: (text) => {
    const word = words.find((candidate) => candidate === text)
    if (word === undefined) throw new Error(`one of ${words.join(', ')}`)
    return word
  },
  format: (word) => word,
})

const commaSeparated: ValueType<readonly string[]> = {
  description: 'list, separated by commas',
  parse: (text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  format: (words) => words.join(','),
}

const numberedType: ValueType<readonly Numbered[]> = {
  description: 'number, for each N',
  parse: (text) => {
    if (text === '') return []
    const [number = '', value = ''] = text.split('=')
    if (!decimal.test(value)) throw new Error('a number')
    return [{ number: Number(number), value: Number(value) }]
  },
  format: () => '',
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const jsonObjects: ValueType<readonly JsonObject[]> = {
  description: 'JSON object, may be repeated',
  parse: (text) => {
    if (text.trim() === '') return []
    let given: unknown
    try {
      given = JSON.parse(text)
    } catch {
      throw new Error('a JSON object, or a list of them')
    }
    const all: readonly unknown[] = Array.isArray(given) ? given : [given]
    if (!all.every(isObject)) throw new Error('a JSON object, or a list of them')
    return all
  },
  format: (values) => values.map((value) => JSON.stringify(value)).join(', '),
}
