import { codes, errors } from '../errors.ts'

/** Refuses a query with a parameter the caller's version does not know: ignored, it would look obeyed. */
export const refuseParameters = (query: URLSearchParams, isKnown: (name: string) => boolean): void => {
  const strange = [...query.keys()].find((name) => !isKnown(name))
  if (strange === undefined) return
  throw errors.Invalid({
    reason: `Invalid query string parameters: Additional properties are not allowed ('${strange}' was unexpected)`,
    code: codes.badValue,
  })
}
