/** How the text in a file becomes a value of type `T`. */
export interface ValueType<T> {
  /** Shown in sample files and the reference: `integer, 1 to 65535`. */
  readonly description: string
  /** Throws an `Error` whose message completes "must be …" when the text is no such value. */
  readonly parse: (text: string) => T
  /** The text that {@link ValueType.parse} reads back as `value`. */
  readonly format: (value: T) => string
}

/** What every option says of itself, whatever its type. */
export interface Settings<T> {
  readonly default?: T
  /** One or two sentences for operators: what it does, and when to change it. */
  readonly help: string
  /** The operator must give a value. */
  readonly required?: true
  /** The value never appears in an error or a log. */
  readonly secret?: true
}

/** One option of a group; `Value` is what a loaded configuration holds for it. */
export interface Option<Value = unknown> {
  /** As in {@link ValueType}. */
  readonly description: string
  readonly parse: (text: string) => Value
  /** The default as a file would say it; nothing when the option is unset unless given. */
  readonly defaultText: string | undefined
  readonly help: string
  readonly required: boolean
  readonly secret: boolean
  /** Each occurrence in a file adds a value, where otherwise the last one counts. */
  readonly multiple: boolean
}

/** Without a default, and not required, an option may be unset. */
export type ValueGiven<T, S extends Settings<T>> = S extends { default: T } | { required: true }
  ? T
  : T | undefined

export const option = <T, S extends Settings<T>>(
  type: ValueType<T>,
  settings: S,
  multiple = false,
): Option<ValueGiven<T, S>> => ({
  description: type.description,
  // Whoever reads text gets a T, which is what the conditional type holds at least.
  parse: type.parse as (text: string) => ValueGiven<T, S>,
  defaultText: settings.default === undefined ? undefined : type.format(settings.default),
  help: settings.help,
  required: settings.required ?? false,
  secret: settings.secret ?? false,
  multiple,
})
