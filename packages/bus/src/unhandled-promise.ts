/** A promise with resolvers whose rejection need not be handled. */
export const optionalPromise = <T>(): PromiseWithResolvers<T> => {
  const made = Promise.withResolvers<T>()
  made.promise.catch(() => {})
  return made
}
