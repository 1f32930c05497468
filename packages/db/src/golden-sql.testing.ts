import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { askedSql, sqlDialects } from './asked-sql.testing.ts'

/** How each function of a file of repositories is called; a function that is not named does not pass the type check. */
export type Calls<Module, Tables> = {
  readonly [Name in keyof Module as Module[Name] extends (
    db: Kysely<Tables>,
    ...rest: never[]
  ) => Promise<unknown>
    ? Name
    : never]: (db: Kysely<Tables>) => Promise<unknown>
}

/** Set to have the files written anew: `npm run sql`. */
const writeVariable = 'NIMBO_WRITE_SQL'

const clauses = [
  ...['from', 'where', 'and', 'inner join', 'left join', 'union all', 'group by', 'having', 'order by'],
  ...['limit', 'offset', 'values', 'set', 'on conflict', 'returning', 'for update'],
].join('|')

/** Texts, which stay as they are; parentheses; and the gaps before clauses. */
const marks = new RegExp(`'[^']*'|[()]| (?=(?:${clauses})\\b)`, 'g')

/** A clause a line, deeper within parentheses, so that a change shows where it is. */
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

const sqlOf = async <Tables>(
  name: string,
  call: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<string> => {
  const each: string[] = []
  for (const dialect of sqlDialects) {
    const asked = await askedSql(dialect, call)
    each.push(`-- ${name}, ${dialect}\n${asked.map((sql) => `${inLines(sql)};\n`).join('')}`)
  }
  return each.join('\n')
}

/**
 * Holds the SQL that a file of repositories asks, in both dialects, against `sql/<name>.sql` beside the test, where a reviewer
 * reads it. `url` is that of the test.
 */
export const goldenSql = <Module, Tables>(url: string, name: string, calls: Calls<Module, Tables>): void => {
  test(`the SQL of ${name}.ts is that of sql/${name}.sql (npm run sql writes it)`, async () => {
    const file = fileURLToPath(new URL(`./sql/${name}.sql`, url))
    const all: string[] = []
    const entries: readonly [string, (db: Kysely<Tables>) => Promise<unknown>][] = Object.entries(calls)
    for (const [called, call] of entries) all.push(await sqlOf(called, call))
    const asked = all.join('\n')
    if (process.env[writeVariable]) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, asked)
    }
    assert.equal(asked, await readFile(file, 'utf8'))
  })
}
