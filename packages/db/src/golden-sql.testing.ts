import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { askedSql, type Finds, type SqlDialect } from './asked-sql.testing.ts'

/** A call of a function or method on a database; with the rows its queries return, if further statements depend on them. */
export type Call<Opened> =
  | ((opened: Opened) => Promise<unknown>)
  | { readonly finds: Finds; readonly run: (opened: Opened) => Promise<unknown> }

/** A call of each function of a repository file; the type check fails when one is missing. */
export type Calls<Module, Tables> = {
  readonly [Name in keyof Module as Module[Name] extends (
    db: Kysely<Tables>,
    ...rest: never[]
  ) => Promise<unknown>
    ? Name
    : never]: Call<Kysely<Tables>>
}

/** The same for the methods of an object. */
export type MethodCalls<Store> = {
  readonly [Name in keyof Store as Store[Name] extends (...given: never[]) => Promise<unknown>
    ? Name
    : never]: Call<Store>
}

/** Set by `npm run sql` to rewrite the files. */
const writeVariable = 'NIMBO_WRITE_SQL'

const clauses = [
  ...['from', 'where', 'and', 'inner join', 'left join', 'union all', 'group by', 'having', 'order by'],
  ...['limit', 'offset', 'values', 'set', 'on conflict', 'returning', 'for update'],
].join('|')

/** String literals, parentheses, and the spaces before clauses. */
const marks = new RegExp(`'[^']*'|[()]| (?=(?:${clauses})\\b)`, 'g')

/** Formats SQL with one clause per line, indented by parentheses, for readable diffs. */
const inLines = (sql: string): string => {
  let depth = 1
  return sql
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(marks, (mark) => {
      if (mark === '(') depth += 1
      if (mark === ')') depth -= 1
      return mark === ' ' ? `\n${'  '.repeat(depth)}` : mark
    })
}

/** Ignores limits, which are literals for SQLite. */
const withoutLimits = (sql: string): string => sql.replaceAll(/\b(limit|offset) (?:\d+|\$\d+|\?)/g, '$1')

/** Whether two queries only differ in their parameter markers, in the same order. */
const areAlike = (sqlite: string, postgresql: string): boolean => {
  const plain = withoutLimits(postgresql)
  const numbers = [...plain.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
  const inOrder = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
  return inOrder && plain.replaceAll(/\$\d+/g, '?') === withoutLimits(sqlite)
}

const sqlOf = async <Tables>(name: string, call: Call<Kysely<Tables>>): Promise<string> => {
  const { finds, run } = typeof call === 'function' ? { finds: [], run: call } : call
  const asked = async (dialect: SqlDialect): Promise<readonly string[]> => askedSql(dialect, run, finds)
  const written = (of: string, sql: readonly string[]): string =>
    `-- ${of}\n${sql.map((one) => `${one.startsWith('/*') ? one : `${inLines(one)};`}\n`).join('')}`
  const [sqlite, postgresql] = [await asked('SQLite'), await asked('PostgreSQL')]
  const alike =
    sqlite.length === postgresql.length &&
    sqlite.every((sql, index) => areAlike(sql, postgresql[index] ?? ''))
  if (alike) return written(name, sqlite)
  return [written(`${name}, SQLite`, sqlite), written(`${name}, PostgreSQL`, postgresql)].join('\n')
}

/**
 * Compares the SQL of calls, by name, with `sql/<name>.sql`; the base of `goldenSql` and `goldenStore`. SQL that is the same in
 * both dialects, except for parameter markers and limits, is stored once in SQLite's form.
 */
export const goldenCalls = <Tables>(
  url: string,
  name: string,
  calls: Readonly<Record<string, Call<Kysely<Tables>>>>,
): void => {
  test(`the SQL of ${name} is that of sql/${name}.sql (npm run sql writes it)`, async () => {
    const file = fileURLToPath(new URL(`./sql/${name}.sql`, url))
    const all: string[] = []
    for (const [called, call] of Object.entries(calls)) all.push(await sqlOf(called, call))
    const asked = all.join('\n')
    if (process.env[writeVariable]) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, asked)
    }
    assert.equal(asked, await readFile(file, 'utf8'))
  })
}

/**
 * Compares the SQL of a repository file in both dialects with `sql/<name>.sql` beside the test, where reviewers read it. `url` is
 * the test's `import.meta.url`.
 */
export const goldenSql = <Module, Tables>(url: string, name: string, calls: Calls<Module, Tables>): void =>
  goldenCalls<Tables>(url, name, { ...calls })

const entriesOf = <Store>(calls: MethodCalls<Store>): readonly (readonly [string, Call<Store>])[] =>
  Object.entries(calls)

/** The same for the methods of the object that `open` creates. */
export const goldenStore = <Store, Tables>(
  url: string,
  name: string,
  open: (db: Kysely<Tables>) => Store,
  calls: MethodCalls<NoInfer<Store>>,
): void => {
  const opened = entriesOf<Store>(calls).map(([called, given]): [string, Call<Kysely<Tables>>] => {
    const { finds, run } = typeof given === 'function' ? { finds: [], run: given } : given
    return [called, { finds, run: (db) => run(open(db)) }]
  })
  goldenCalls<Tables>(url, name, Object.fromEntries(opened))
}
