import type {
  Compilable,
  CompiledQuery,
  DeleteResult,
  DialectAdapter,
  InsertResult,
  MergeResult,
  QueryExecutor,
  QueryExecutorProvider,
  UpdateResult,
} from 'kysely'
import { placeholdersFor, type Structure } from './parameter-shape.ts'
import { matcherOf, type ParametersOf, StructurePattern } from './shape-pattern.ts'
import { SqliteExecutor } from './sqlite-executor.ts'

/** Plans kept per query and database; with more shapes than this, some are rebuilt now and then. */
const keptShapes = 50

/** A query's result: its rows, or the number of changed rows for a change without `returning`. */
type Outcome<Row> = Row extends InsertResult | UpdateResult | DeleteResult | MergeResult ? number : Row[]

/** A compiled query. */
interface Plan {
  readonly compiled: CompiledQuery
  readonly givesRows: boolean
  readonly parametersOf: ParametersOf
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
 * It returns the rows, or for a change without `returning` the number of changed rows. Create it at the top level of a module,
 * and call it with a database or a transaction.
 *
 * `build` receives placeholders in place of text, numbers and bytes, so it must not look at them: writing one into text or
 * calculating with it throws. It may look at what changes the query itself, which is built anew for each combination: whether a
 * value is undefined, null, true or false, how long lists are, and which columns a structure (a row, a set of changes) names.
 * Lists to look values up in may be passed as they are, but not empty. A limit is a number in the query, never a parameter, since
 * SQLite plans by it; where callers choose it, pass it as `SpelledOut`.
 */
export const prepared = <Db extends QueryExecutorProvider, Parameters extends object, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
): ((db: Db, parameters: Parameters) => Promise<Outcome<Row>>) => {
  const kept = new WeakMap<DialectAdapter, Plan[]>()
  const plansFor = (adapter: DialectAdapter): Plan[] => {
    const none: Plan[] = []
    kept.set(adapter, none)
    return none
  }
  // Not an async function, which would delay results that SQLite returns synchronously.
  return (db, given) => {
    try {
      const executor = db.getExecutor()
      // A database and its transactions share their adapter; two databases never do.
      const plans = kept.get(executor.adapter) ?? plansFor(executor.adapter)
      for (const plan of plans) {
        const parameters = plan.parametersOf(given)
        if (parameters === undefined) continue
        if (plan !== plans[0]) plans.unshift(...plans.splice(plans.indexOf(plan), 1))
        return run<Row>(executor, plan, parameters)
      }
      const plan = planOf(build, db, given)
      const parameters = plan.parametersOf(given)
      if (parameters === undefined)
        throw new TypeError('a query was built for other parameters than it was given')
      plans.unshift(plan)
      if (plans.length > keptShapes) plans.pop()
      return run<Row>(executor, plan, parameters)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

/** SQLite's queries are executed now if possible; all others take Kysely's path, which is asynchronous. */
const run = <Row>(
  executor: QueryExecutor,
  { compiled, givesRows }: Plan,
  parameters: readonly unknown[],
): Promise<Outcome<Row>> => {
  const now = executor instanceof SqliteExecutor ? executor.executeNow(compiled.sql, parameters) : undefined
  return now === undefined
    ? executor
        .executeQuery<Row>({ ...compiled, parameters })
        .then(
          ({ rows, numAffectedRows = 0n }) => (givesRows ? rows : Number(numAffectedRows)) as Outcome<Row>,
        )
    : Promise.resolve(now as Outcome<Row>)
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
    parametersOf: matcherOf(new StructurePattern(placeholders as Structure), compiled.parameters),
  }
}
