import type {
  Compilable,
  CompiledQuery,
  DeleteResult,
  DialectAdapter,
  InsertResult,
  Kysely,
  MergeResult,
  UpdateResult,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { flatNames, flatValues, Placeholder, placeholdersFor, takeApart } from './parameter-shape.ts'

/** Ways one query can read, kept for one database; a query whose parameters differ more is built anew now and then. */
const keptShapes = 200

/** What a query gives: its rows, or how many rows a change without `returning` has changed. */
type Outcome<Row> = Row extends InsertResult | UpdateResult | DeleteResult | MergeResult ? number : Row[]

/** A query built and compiled once. */
interface Plan {
  readonly compiled: CompiledQuery
  readonly givesRows: boolean
}

/**
 * A query that is built and compiled once, by Kysely's builder, and then only has its parameters filled in. To build and compile
 * one takes longer than to run it, so whatever runs for every server, port or request is written so:
 *
 * ```ts
 * const findInstance = prepared((db: Kysely<CellTables>, { id }: { readonly id: string }) =>
 *   db.selectFrom('instances').selectAll().where('id', '=', id),
 * )
 * const [row] = await findInstance(db, { id })
 * ```
 *
 * It gives the rows, or, of a change without `returning`, how many rows were changed. Make it where the module begins, and
 * call it with a database or a transaction.
 *
 * `build` sees placeholders in the place of text, numbers and bytes, so it must not look at them: to write one into text or to
 * calculate with it throws. It may look at what makes the query read otherwise, for each of which it is built anew: what is
 * there and what is undefined, what is null, true or false, how long lists are, and which columns a structure (a row, a set
 * of changes) names. Lists to look values up in may be given as they are, but not empty. A limit is a number in the
 * query, never a parameter, since SQLite plans by it; where callers choose it, give it as `SpelledOut`.
 */
export const prepared = <Tables, Parameters extends object, Row>(
  build: (db: Kysely<Tables>, parameters: Parameters) => Compilable<Row>,
): ((db: Kysely<Tables>, parameters: Parameters) => Promise<Outcome<Row>>) => {
  const kept = new WeakMap<DialectAdapter, Plans>()
  const planFor = (db: Kysely<Tables>, parameters: Parameters): Chosen => {
    const plans = plansOf(kept, db.getExecutor().adapter)
    const { flat } = plans
    const flatly = flat && flatValues(parameters, flat.names)
    if (flat && flatly) return { plan: flat.plan, values: flatly }
    const { shape, values } = takeApart(parameters)
    const plan = plans.byShape.get(shape) ?? planOf(build(db, placeholdersFor(parameters)).compile())
    plans.byShape.set(shape, plan)
    const names = flatNames(parameters)
    if (names) plans.flat = { names, plan }
    return { plan, values }
  }
  return async (db, parameters) => {
    const { plan, values } = planFor(db, parameters)
    const { rows, numAffectedRows = 0n } = await db.executeQuery<Row>(filledIn(plan.compiled, values))
    return (plan.givesRows ? rows : Number(numAffectedRows)) as Outcome<Row>
  }
}

interface Chosen {
  readonly plan: Plan
  readonly values: readonly unknown[]
}

/** The ways one query reads in one database: by the shape of its parameters, and that of the last that were flat. */
interface Plans {
  readonly byShape: LRUCache<string, Plan>
  flat?: { readonly names: readonly string[]; readonly plan: Plan }
}

/** A database and its transactions have the same adapter, and two databases never do. */
const plansOf = (kept: WeakMap<DialectAdapter, Plans>, adapter: DialectAdapter): Plans => {
  const known = kept.get(adapter)
  if (known) return known
  const none: Plans = { byShape: new LRUCache<string, Plan>({ max: keptShapes }) }
  kept.set(adapter, none)
  return none
}

const changes: readonly string[] = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']

const planOf = (compiled: CompiledQuery): Plan => {
  const { query } = compiled
  const returns = 'returning' in query && query.returning !== undefined
  return { compiled, givesRows: returns || !changes.includes(query.kind) }
}

const filledIn = (compiled: CompiledQuery, values: readonly unknown[]): CompiledQuery => ({
  ...compiled,
  parameters: compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.position] : parameter,
  ),
})
