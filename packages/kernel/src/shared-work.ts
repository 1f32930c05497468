/** Makes callers that ask while the work is going on share its result, so that it never runs more than once at a time. */
export const sharedWork = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  let running: Promise<Result> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
