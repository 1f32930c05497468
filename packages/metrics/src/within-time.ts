/** What `ask` gives; `otherwise` when it fails or takes longer: a page must not wait for what is away. */
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
