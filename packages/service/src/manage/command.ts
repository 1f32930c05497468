/** A command-line option as for `parseArgs`, with help. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly help: string
  /** The value's placeholder in the help, such as `URL`. */
  readonly value?: string
  readonly required?: true
  /** May be given more than once; read by `texts`. */
  readonly multiple?: true
}

export interface Given {
  /** The value of an option, or undefined. */
  text(name: string): string | undefined
  flag(name: string): boolean
  /** All values of an option that may be repeated. */
  texts(name: string): readonly string[]
  readonly words: readonly string[]
}

/** Prints to the user; lines end with a line feed. */
export type Say = (text: string) => void

/** A command of `nimbo manage`; `Where` is what it works on. */
export interface Command<Where> {
  /** For example `cell_v2 create_cell`. */
  readonly name: string
  /** An alternative name. */
  readonly alias?: string
  /** One line for the list of commands. */
  readonly summary: string
  /** More text for its own help. */
  readonly details?: string
  readonly options: Readonly<Record<string, CommandOption>>
  /** Positional arguments, such as `[SERVICE…]`; none by default. */
  readonly words?: string
  /** Exit codes other than 0 that are results. */
  readonly exitCodes?: Readonly<Record<number, string>>
  /** The exit code of unexpected errors (default 1). */
  readonly errorCode?: number
  /** Resolves to the exit code. */
  readonly run: (given: Given, where: Where, say: Say) => Promise<number>
}
