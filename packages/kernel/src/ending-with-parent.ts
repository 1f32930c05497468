/** Becomes the program, unless the process it was started by (the first word) is not its parent any more. */
const ifParentLives = '[ "$PPID" -eq "$0" ] && exec "$@"'

/**
 * How to start a program that gets a signal when the process that started it ends, however that ends: a program and its
 * arguments, for `spawn` by this process. One whose parent ends before it has begun does not begin: the signal is for
 * ends that come after it was asked for. Asks for util-linux, and so for Linux.
 */
export const endingWithParent = (
  signal: 'TERM' | 'QUIT' | 'KILL',
  program: string,
  args: readonly string[],
): [program: string, args: string[]] => [
  'setpriv',
  ['--pdeathsig', signal, 'sh', '-c', ifParentLives, String(process.pid), program, ...args],
]
