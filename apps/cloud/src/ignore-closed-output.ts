/** Ignores write errors of stdout and stderr, so that the process survives a closed pipe or a full disk. */
export const ignoreClosedOutput = (): void => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
