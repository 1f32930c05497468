import type { AnyRequest, RequestOf } from '@nimbo/operation/client/request'
import type { Operation } from '@nimbo/operation/operation'
import { deleteEach } from '../cloud/delete-each.ts'
import type { Kind } from '../cloud/find.ts'
import { type Called, perform, performAll, thingIn } from '../cloud/perform.ts'
import type { Session } from '../cloud/session.ts'
import { type Columns, everyField, listOf, nothing, type Row, showOf } from '../output/result.ts'
import { command, type Command, type Positional, type Values } from './command.ts'
import type { Option } from './option.ts'

type Positionals = Readonly<Record<string, Positional<unknown>>>
type Options = Readonly<Record<string, Option<unknown>>>
type Asked<P extends Positionals, O extends Options> = Values<P> & Values<O>

/** A command that is one operation: its words, and how they become the operation's path, query and body. */
interface Declared<P extends Positionals, O extends Options, D extends Operation> extends Called {
  readonly words: string
  readonly summary: string
  readonly operation: D
  readonly positionals?: P
  readonly options?: O
  readonly defaultFormat?: string
  /** Absent where an operation is asked nothing. */
  request?(asked: Asked<P, O>, session: Session): RequestOf<D> | Promise<RequestOf<D>>
}

const wordsOf = <P extends Positionals, O extends Options, D extends Operation>(spec: Declared<P, O, D>) => ({
  words: spec.words,
  summary: spec.summary,
  calls: [spec],
  ...(spec.positionals === undefined ? {} : { positionals: spec.positionals }),
  ...(spec.options === undefined ? {} : { options: spec.options }),
  ...(spec.defaultFormat === undefined ? {} : { defaultFormat: spec.defaultFormat }),
})

/** A request of whichever operation is one that can be carried: the compiler can't say so of all of them at once. */
const requestOf = async <P extends Positionals, O extends Options, D extends Operation>(
  { request }: Declared<P, O, D>,
  asked: Asked<P, O>,
  session: Session,
): Promise<AnyRequest | undefined> => (await request?.(asked, session)) as AnyRequest | undefined

const limitIn = (asked: object): number | undefined =>
  'limit' in asked && typeof asked.limit === 'number' ? asked.limit : undefined

/** A command that shows a row for each item of a list: of all its pages, unless `--limit` says how many. */
export const lists = <
  D extends Operation,
  const P extends Positionals = Record<never, never>,
  const O extends Options = Record<never, never>,
>(
  spec: Declared<P, O, D> & {
    columns: Columns | ((asked: Asked<P, O>, session: Session) => Columns)
    /** Columns shown only when they are named. */
    readonly further?: Columns
    /** The rows to show; the items as they come, unless it says otherwise. */
    rows?(
      items: readonly Row[],
      asked: Asked<P, O>,
      session: Session,
    ): readonly Row[] | Promise<readonly Row[]>
  },
): Command =>
  command<P, O>({
    ...wordsOf(spec),
    output: 'list',
    run: async (session, asked) => {
      const request = await requestOf(spec, asked, session)
      const items = await performAll(session, spec, request, limitIn(asked))
      const rows = spec.rows === undefined ? items : await spec.rows(items, asked, session)
      const { columns } = spec
      return listOf(typeof columns === 'function' ? columns(asked, session) : columns, rows, spec.further)
    },
  })

/** A command that shows one thing: what was asked for, made or changed. */
export const shows = <
  D extends Operation,
  const P extends Positionals = Record<never, never>,
  const O extends Options = Record<never, never>,
>(
  spec: Declared<P, O, D> & {
    /** What is shown of the reply; what stands there under its one key, unless it says otherwise. */
    thing?(reply: Row, asked: Asked<P, O>, session: Session): Row | Promise<Row>
    /** Every field, unless it says otherwise. */
    readonly columns?: Columns
  },
): Command =>
  command<P, O>({
    ...wordsOf(spec),
    output: 'one',
    run: async (session, asked) => {
      const reply = await perform(session, spec, await requestOf(spec, asked, session))
      const whole = spec.thing === undefined ? thingIn(reply) : await spec.thing(reply, asked, session)
      if (spec.columns !== undefined) return showOf(spec.columns, whole)
      return everyField(Object.fromEntries(Object.entries(whole).filter(([name]) => name !== 'links')))
    },
  })

/** A command that changes something and says nothing. */
export const does = <
  D extends Operation,
  const P extends Positionals = Record<never, never>,
  const O extends Options = Record<never, never>,
>(
  spec: Declared<P, O, D>,
): Command =>
  command<P, O>({
    ...wordsOf(spec),
    output: 'none',
    run: async (session, asked) => {
      await perform(session, spec, await requestOf(spec, asked, session))
      return nothing
    },
  })

/** A command that deletes each thing named. */
export const deletes = (
  words: string,
  summary: string,
  kind: Kind,
  names: Positional<readonly string[]>,
): Command =>
  command({
    words,
    summary,
    calls: kind.remove === undefined ? [] : [{ service: kind.service, operation: kind.remove }],
    output: 'none',
    positionals: { names },
    run: async (session, { names: given }) => {
      await deleteEach(session, kind, given)
      return nothing
    },
  })
