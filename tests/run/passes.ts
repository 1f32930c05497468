import { runVariables } from '@nimbo/testing/shared-servers'
import type { AgainSuite, FileSuite } from './suites.ts'

/** One run of the test runner over some files. */
export interface Pass {
  readonly files: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** How many files at once. */
  readonly atOnce: number
  /** Whether it goes on, and runs files again that have changed. */
  readonly watch: boolean
  /** Whether files may share a process. */
  readonly together: boolean
}

/** One a core of a small machine. */
const filesAtOnce = 2

/** Amazon's client sets a global of Lambda when it is loaded; files that share a process leave it as they found it. */
const withoutGlobals = { AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: 'true' }

export const passOver = (files: readonly string[], watch = false): Pass => ({
  ...{ files, watch, atOnce: filesAtOnce, together: !watch },
  environment: withoutGlobals,
})

/** The pass of a suite; stories told again are told on PostgreSQL. */
export const passOfSuite = ({ kind }: FileSuite | AgainSuite, files: readonly string[]): Pass => ({
  ...passOver(files),
  environment: {
    ...withoutGlobals,
    ...(kind === 'again' ? { [runVariables.database]: 'postgresql' } : {}),
  },
})
