/**
 * How to start a program that gets a signal when the process that started it ends, however that ends: a program and its
 * arguments, for `spawn`. Asks for util-linux, and so for Linux.
 */
export const endingWithParent = (
  signal: 'TERM' | 'QUIT' | 'KILL',
  program: string,
  args: readonly string[],
): [program: string, args: string[]] => ['setpriv', ['--pdeathsig', signal, program, ...args]]
