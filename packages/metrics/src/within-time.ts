/** The result of `ask`, or `otherwise` when it fails or times out: a scrape must not wait for something unavailable. */
export const withinTime = async <Result>(
  ask: () => Promise<Result>,
  ms: number,
  otherwise: Result,
): Promise<Result> => {
  const { promise: late, resolve } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => resolve(otherwise), ms)
  try {
    return await Promise.race([late, ask().catch(() => otherwise)])
  } finally {
    clearTimeout(timer)
  }
}
