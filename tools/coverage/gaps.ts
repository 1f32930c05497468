import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The operations that the cloud is known not to serve, a line each: service, method, path. */
export const gapsFile = join(import.meta.dirname, '../api/gaps.tsv')

export const knownGaps = (): readonly string[] =>
  readFileSync(gapsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
