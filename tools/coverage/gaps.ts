import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The list of operations that the cloud does not serve, one per line: service, method, path. */
export const gapsFile = join(import.meta.dirname, '../api/gaps.tsv')

export const knownGaps = (): readonly string[] =>
  readFileSync(gapsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
