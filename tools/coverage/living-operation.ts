import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of the tables in `tools/api`: an operation that OpenStack documents. */
export interface LivingOperation {
  readonly method: string
  /** As in the table, with the names of the API reference. */
  readonly path: string
  /** What tells operations on one path apart: the single key of the body, or the query (`?multipart-manifest=put`). */
  readonly action: string | undefined
  readonly summary: string
}

const tables = join(import.meta.dirname, '../api')

/** The operations of a service that are not deprecated and need no plug-in beside it. */
export const livingOperations = (service: string): readonly LivingOperation[] =>
  readFileSync(join(tables, `${service}.tsv`), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .filter(([, , , , , , deprecated, summary = '']) => deprecated !== 'y' && !summary.includes('(add-on)'))
    .map(([method = '', path = '', , , , , , summary = '']) => {
      const [way = '', key] = path.split('#')
      const [place = '', query] = way.split('?')
      // What the table has in braces is of the client's choice.
      const action = query === undefined ? key : `?${query.replace(/=\{.*\}$/, '')}`
      return { method, path: place, action, summary }
    })
