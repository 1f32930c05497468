/** The words on the command line don't fit the command: answered with its usage and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
