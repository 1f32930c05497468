import type {
  Compilable,
  CompiledQuery,
  DeleteResult,
  DialectAdapter,
  InsertResult,
  MergeResult,
  QueryExecutorProvider,
  UpdateResult,
} from 'kysely'
import { Placeholder, placeholdersFor, type ValuesOf, valuesLike } from './parameter-shape.ts'

/** Plans kept per query and database; with more shapes than this, some are rebuilt now and then. */
const keptShapes = 50

/** A query's result: its rows, or the number of changed rows for a change without `returning`. */
type Outcome<Row> = Row extends InsertResult | UpdateResult | DeleteResult | MergeResult ? number : Row[]

/** A compiled query. */
interface Plan {
  readonly compiled: CompiledQuery
  readonly givesRows: boolean
  /** Matches parameters of the shape it was compiled for. */
  readonly valuesOf: ValuesOf
  /** Orders values as the query needs them. */
  readonly fill: (values: readonly unknown[]) => readonly unknown[]
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
export const prepared = <Db extends QueryExecutorProvider, Parameters extends object, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
): ((db: Db, parameters: Parameters) => Promise<Outcome<Row>>) => {
  const kept = new WeakMap<DialectAdapter, Plan[]>()
  return async (db, parameters) => {
    const executor = db.getExecutor()
    const plans = plansOf(kept, executor.adapter)
    const { plan, values } =
      known(plans, parameters) ?? added(plans, planOf(build, db, parameters), parameters)
    const query = { ...plan.compiled, parameters: plan.fill(values) }
    const { rows, numAffectedRows = 0n } = await executor.executeQuery<Row>(query)
    return (plan.givesRows ? rows : Number(numAffectedRows)) as Outcome<Row>
  }
}

interface Chosen {
  readonly plan: Plan
  readonly values: readonly unknown[]
}

/** A database and its transactions share their adapter; two databases never do. */
const plansOf = (kept: WeakMap<DialectAdapter, Plan[]>, adapter: DialectAdapter): Plan[] => {
  const plans = kept.get(adapter)
  if (plans) return plans
  const none: Plan[] = []
  kept.set(adapter, none)
  return none
}

/** Finds the plan for parameters; the most recently used plan is tried first. */
const known = (plans: Plan[], parameters: object): Chosen | undefined => {
  for (const plan of plans) {
    const values = plan.valuesOf(parameters)
    if (values === undefined) continue
    if (plan !== plans[0]) plans.unshift(...plans.splice(plans.indexOf(plan), 1))
    return { plan, values }
  }
  return undefined
}

const added = (plans: Plan[], plan: Plan, parameters: object): Chosen => {
  const values = plan.valuesOf(parameters)
  if (values === undefined) throw new TypeError('a query was built for other parameters than it was given')
  plans.unshift(plan)
  if (plans.length > keptShapes) plans.pop()
  return { plan, values }
}

const changes: readonly string[] = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']

const planOf = <Db, Parameters extends object>(
  build: (db: Db, parameters: Parameters) => Compilable<unknown>,
  db: Db,
  parameters: Parameters,
): Plan => {
  const placeholders = placeholdersFor(parameters)
  const compiled = build(db, placeholders).compile()
  const { query } = compiled
  const returns = 'returning' in query && query.returning !== undefined
  return {
    compiled,
    givesRows: returns || !changes.includes(query.kind),
    valuesOf: valuesLike(placeholders),
    fill: fillerOf(compiled.parameters),
  }
}

/** Most queries use each value once and in order, so no rearranging is needed. */
const fillerOf = (parameters: readonly unknown[]): Plan['fill'] => {
  const isPosition = (parameter: unknown, index: number) =>
    parameter instanceof Placeholder && parameter.position === index
  const asGiven = parameters.every(isPosition)
  return (values) =>
    asGiven && values.length === parameters.length
      ? values
      : parameters.map((parameter) =>
          parameter instanceof Placeholder ? values[parameter.position] : parameter,
        )
}
