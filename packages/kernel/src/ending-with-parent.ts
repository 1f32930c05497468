/** Executes the program only if the process in the first argument is still its parent. */
const ifParentLives = '[ "$PPID" -eq "$0" ] && exec "$@"'

/**
 * The command line that starts a program which receives a signal when this process ends for any reason, for `spawn`. If this
 * process ends before the program has started, it does not start, because the signal only covers ends after it was requested.
 * Needs util-linux.
 */
export const endingWithParent = (
  signal: 'TERM' | 'QUIT' | 'KILL',
  program: string,
  args: readonly string[],
): [program: string, args: string[]] => [
  'setpriv',
  ['--pdeathsig', signal, 'sh', '-c', ifParentLives, String(process.pid), program, ...args],
]
