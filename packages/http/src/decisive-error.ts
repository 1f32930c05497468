import type { ErrorObject } from 'ajv'

const choices = new Set(['anyOf', 'oneOf'])

/**
 * Chooses the most helpful of the errors of a failed validation. Validation stops at the first failure, so that is the last
 * error, unless none of several alternatives (`anyOf`) matches: then it is the error of the alternative that was probably meant,
 * that is, the one of the value's type or the one that matched furthest.
 */
export const decisiveError = (errors: readonly ErrorObject[]): ErrorObject | undefined => {
  const last = errors.at(-1)
  if (!last || !choices.has(last.keyword) || last.params.passingSchemas) return last
  const alternatives = alternativesOf(last, errors.slice(0, -1))
  const ends = alternatives.flatMap((one) => one.at(-1) ?? [])
  const isHere = ({ instancePath }: ErrorObject): boolean => instancePath === last.instancePath
  const literals = ends.filter((error) => error.keyword === 'const' && isHere(error))
  if (literals.length > 1 && ends.every((error) => isWrongKind(error) && isHere(error))) {
    const allowedValues = literals.map((error) => error.params.allowedValue)
    return { ...last, keyword: 'enum', params: { allowedValues } }
  }
  const meant = alternatives.filter((one) => {
    const end = one.at(-1)
    return end !== undefined && !(isWrongKind(end) && isHere(end))
  })
  const [best, ...others] = meant.toSorted((one, other) => depthOf(other) - depthOf(one))
  if (!best || (others[0] && depthOf(others[0]) === depthOf(best))) return last
  return decisiveError(best)
}

/** Groups errors by alternative, using the index after the keyword in their schema paths. */
const alternativesOf = (choice: ErrorObject, errors: readonly ErrorObject[]): readonly ErrorObject[][] => {
  const prefix = `${choice.schemaPath}/`
  const inside = errors.filter(({ schemaPath }) => schemaPath.startsWith(prefix))
  return [...Map.groupBy(inside, ({ schemaPath }) => schemaPath.slice(prefix.length).split('/')[0]).values()]
}

const isWrongKind = ({ keyword }: ErrorObject): boolean => keyword === 'type' || keyword === 'const'

const depthOf = (alternative: readonly ErrorObject[]): number =>
  decisiveError(alternative)?.instancePath.split('/').length ?? 0
