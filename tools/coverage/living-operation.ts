import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of the tables in `tools/api`: an operation documented by OpenStack. */
export interface LivingOperation {
  readonly method: string
  /** As in the table, with the parameter names of the API reference. */
  readonly path: string
  /** Distinguishes operations with the same path: the single key of the body, or the query (`?multipart-manifest=put`). */
  readonly action: string | undefined
  readonly summary: string
}

const tables = join(import.meta.dirname, '../api')

/** The operations of a service that are neither deprecated nor part of a plug-in. */
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
      // Values in braces are chosen by the client.
      const action = query === undefined ? key : `?${query.replace(/=\{.*\}$/, '')}`
      return { method, path: place, action, summary }
    })
