/** The command line does not match the command's syntax: reported with its usage and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
