/** Converts text to a value of type `T`. */
export interface ValueType<T> {
  /** For sample files and the reference: `integer, 1 to 65535`. */
  readonly description: string
  /** Throws an `Error` whose message completes "must be …" for invalid text. */
  readonly parse: (text: string) => T
  /** The inverse of {@link ValueType.parse}. */
  readonly format: (value: T) => string
}

/** Settings of every option. */
export interface Settings<T> {
  readonly default?: T
  /** One or two sentences for operators: what it does, and when to change it. */
  readonly help: string
  /** The operator must set it. */
  readonly required?: true
  /** The value never appears in errors or logs. */
  readonly secret?: true
}

/** An option; `Value` is the type of its loaded value. */
export interface Option<Value = unknown> {
  /** As in {@link ValueType}. */
  readonly description: string
  readonly parse: (text: string) => Value
  /** The default as text; undefined when there is none. */
  readonly defaultText: string | undefined
  readonly help: string
  readonly required: boolean
  readonly secret: boolean
  /** Each occurrence adds a value, instead of the last one winning. */
  readonly multiple: boolean
  /** Stands for all options that have a number in place of the `N` at the end of its name. */
  readonly numbered?: true
}

/** An option without default that is not required may be undefined. */
export type ValueGiven<T, S extends Settings<T>> = S extends { default: T } | { required: true }
  ? T
  : T | undefined

export const option = <T, S extends Settings<T>>(
  type: ValueType<T>,
  settings: S,
  multiple = false,
): Option<ValueGiven<T, S>> => ({
  description: type.description,
  // Safe: parsing gives a T, which the conditional type includes.
  parse: type.parse as (text: string) => ValueGiven<T, S>,
  defaultText: settings.default === undefined ? undefined : type.format(settings.default),
  help: settings.help,
  required: settings.required ?? false,
  secret: settings.secret ?? false,
  multiple,
})
