import type { Called } from '../cloud/perform.ts'
import type { Session } from '../cloud/session.ts'
import type { Result } from '../output/result.ts'
import type { Option } from './option.ts'

/** A word without a flag. `many` takes one or more, `optional` none or one. */
export interface Positional<Value> {
  readonly metavar: string
  readonly count: 'one' | 'optional' | 'many'
  readonly help: string
  read(words: readonly string[]): Value
}

export const one = (metavar: string, help: string): Positional<string> => ({
  metavar,
  count: 'one',
  help,
  read: (words) => words[0] ?? '',
})

export const optional = (metavar: string, help: string): Positional<string | undefined> => ({
  metavar,
  count: 'optional',
  help,
  read: (words) => words[0],
})

export const many = (metavar: string, help: string): Positional<readonly string[]> => ({
  metavar,
  count: 'many',
  help,
  read: (words) => words,
})

type Readers = Readonly<Record<string, { read(words: readonly string[], name: string): unknown }>>
export type Values<R extends Readers> = { readonly [Key in keyof R]: ReturnType<R[Key]['read']> }

/** What a command prints: rows, the fields of one thing, or nothing in a format of the user's choice. */
export type OutputKind = 'list' | 'one' | 'none'

/** One entry of the command table, its option types erased. */
export interface Command {
  /** As typed: `security group rule create`. */
  readonly words: string
  readonly summary: string
  /** The operations without which it can do nothing, as far as it names them: help leaves it out where a version lacks one. */
  readonly calls: readonly Called[]
  readonly output: OutputKind
  /** Formats beside the usual ones, such as `mermaid`. */
  readonly extraFormats: readonly string[]
  /** The format of its output unless another is asked for. */
  readonly defaultFormat: string
  readonly positionals: Readonly<Record<string, Positional<unknown>>>
  readonly options: Readonly<Record<string, Option<unknown>>>
  run(session: Session, input: Readonly<Record<string, unknown>>): Promise<Result>
}

interface Spec<P extends Readers, O extends Readers> {
  readonly words: string
  readonly summary: string
  readonly calls?: readonly Called[]
  readonly output: OutputKind
  readonly extraFormats?: readonly string[]
  readonly defaultFormat?: string
  readonly positionals?: P
  readonly options?: O
  run(session: Session, input: Values<P> & Values<O>): Promise<Result>
}

/** Declares a command; `run` gets its arguments typed by the options declared beside it. */
export const command = <
  const P extends Readonly<Record<string, Positional<unknown>>> = Record<never, never>,
  const O extends Readonly<Record<string, Option<unknown>>> = Record<never, never>,
>(
  spec: Spec<P, O>,
): Command => ({
  words: spec.words,
  summary: spec.summary,
  calls: spec.calls ?? [],
  output: spec.output,
  extraFormats: spec.extraFormats ?? [],
  defaultFormat: spec.defaultFormat ?? 'table',
  positionals: spec.positionals ?? {},
  options: spec.options ?? {},
  // The parser reads every declared argument with its own reader, so the record has exactly these types.
  run: (session, input) => spec.run(session, input as Values<P> & Values<O>),
})
