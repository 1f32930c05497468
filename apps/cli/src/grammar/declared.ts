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

/** A command that calls one operation: its words, and how its arguments become the operation's path, query and body. */
interface Declared<P extends Positionals, O extends Options, D extends Operation> extends Called {
  readonly words: string
  readonly summary: string
  readonly operation: D
  readonly positionals?: P
  readonly options?: O
  readonly defaultFormat?: string
  /** Absent when the operation takes no arguments. */
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

/** The request for the operation; a cast, since the compiler cannot check this for all operations at once. */
const requestOf = async <P extends Positionals, O extends Options, D extends Operation>(
  { request }: Declared<P, O, D>,
  asked: Asked<P, O>,
  session: Session,
): Promise<AnyRequest | undefined> => (await request?.(asked, session)) as AnyRequest | undefined

const limitIn = (asked: object): number | undefined =>
  'limit' in asked && typeof asked.limit === 'number' ? asked.limit : undefined

/** A command that lists items, one row each: of all pages, unless `--limit` is given. */
export const lists = <
  D extends Operation,
  const P extends Positionals = Record<never, never>,
  const O extends Options = Record<never, never>,
>(
  spec: Declared<P, O, D> & {
    columns: Columns | ((asked: Asked<P, O>, session: Session) => Columns)
    /** Columns shown only with `-c`. */
    readonly further?: Columns
    /** Converts the items to rows; by default unchanged. */
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

/** A command that shows one resource, such as one it created or changed. */
export const shows = <
  D extends Operation,
  const P extends Positionals = Record<never, never>,
  const O extends Options = Record<never, never>,
>(
  spec: Declared<P, O, D> & {
    /** The resource in the response; by default the value of its only key. */
    thing?(reply: Row, asked: Asked<P, O>, session: Session): Row | Promise<Row>
    /** Every field by default. */
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

/** A command that changes something and prints nothing. */
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

/** A command that deletes each of the named resources. */
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
