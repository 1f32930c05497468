/** A promise and how to settle it, which may be rejected without anyone waiting for it. */
export const quietPromise = <T>(): PromiseWithResolvers<T> => {
  const made = Promise.withResolvers<T>()
  made.promise.catch(() => {})
  return made
}
