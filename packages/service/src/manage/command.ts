/** An option of a command, as `parseArgs` has it, with a line of help. */
export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly help: string
  /** What stands for the value in the help: `URL`. */
  readonly value?: string
  readonly required?: true
}

export interface Given {
  /** The text given for an option, or its absence. */
  text(name: string): string | undefined
  flag(name: string): boolean
  readonly words: readonly string[]
}

/** Tells whoever gave a command; a line ends with its line feed. */
export type Say = (text: string) => void

/** One word or two behind `nimbo manage`, which do something `Where` that is said. */
export interface Command<Where> {
  /** `cell_v2 create_cell` */
  readonly name: string
  /** A shorter name that is understood too. */
  readonly alias?: string
  /** What it does, in a line. */
  readonly summary: string
  /** What else is to be known, for its own help. */
  readonly details?: string
  readonly options: Readonly<Record<string, CommandOption>>
  /** What words may follow: `[SERVICE…]`; none may unless given. */
  readonly words?: string
  /** What it answers by its exit code, besides that it has done what it does (0). */
  readonly exitCodes?: Readonly<Record<number, string>>
  /** Of an error that is none of its answers (1). */
  readonly errorCode?: number
  /** Resolves to the exit code. */
  readonly run: (given: Given, where: Where, say: Say) => Promise<number>
}
