import type { Called } from '../cloud/perform.ts'
import type { Session } from '../cloud/session.ts'
import type { Result } from '../output/result.ts'
import type { Option } from './option.ts'

/** A positional argument. `many` takes one or more, `optional` none or one, `any` none or more. */
export interface Positional<Value> {
  readonly metavar: string
  readonly count: 'one' | 'optional' | 'many' | 'any'
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

export const any = (metavar: string, help: string): Positional<readonly string[]> => ({
  metavar,
  count: 'any',
  help,
  read: (words) => words,
})

type Readers = Readonly<Record<string, { read(words: readonly string[], name: string): unknown }>>
export type Values<R extends Readers> = { readonly [Key in keyof R]: ReturnType<R[Key]['read']> }

/** What a command prints: rows, the fields of one resource, or nothing that the output options format. */
export type OutputKind = 'list' | 'one' | 'none'

/** A command with the types of its options erased. */
export interface Command {
  /** As typed by the user: `security group rule create`. */
  readonly words: string
  readonly summary: string
  /** The operations the command requires; the help omits it where the requested microversion lacks one of them. */
  readonly calls: readonly Called[]
  readonly output: OutputKind
  /** Formats in addition to the standard ones, such as `mermaid`. */
  readonly extraFormats: readonly string[]
  /** The output format unless another is requested. */
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

/** Declares a command; the arguments of `run` are typed by the declared options. */
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
  // Safe cast: the parser reads every declared argument with its own reader, so the record has exactly these types.
  run: (session, input) => spec.run(session, input as Values<P> & Values<O>),
})
