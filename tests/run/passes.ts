import { runVariables } from '@nimbo/testing/shared-servers'
import type { AgainSuite, FileSuite } from './suites.ts'

/** One run of the test runner over some files. */
export interface Pass {
  readonly files: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The number of processes at a time. */
  readonly atOnce: number
  /** Whether to keep running, and to repeat files that have changed. */
  readonly watch: boolean
  /** Whether files may share a process. */
  readonly together: boolean
}

/** One for each core of a small machine. */
const filesAtOnce = 2

/** Keeps Amazon's client from setting a global, since a file that shares a process must not change it. */
const withoutGlobals = { AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: 'true' }

export const passOver = (files: readonly string[], watch = false): Pass => ({
  ...{ files, watch, atOnce: filesAtOnce, together: !watch },
  environment: withoutGlobals,
})

/** The first pass of a run of everything. */
export const passOfWhole = (files: readonly string[]): Pass => ({
  ...passOver(files),
  environment: { ...withoutGlobals, [runVariables.whole]: 'true' },
})

/** The pass over files of a suite; those of an `again` suite run on PostgreSQL. */
export const passOfSuite = ({ kind }: FileSuite | AgainSuite, files: readonly string[]): Pass => ({
  ...passOver(files),
  environment: {
    ...withoutGlobals,
    ...(kind === 'again' ? { [runVariables.database]: 'postgresql' } : {}),
  },
})
