import { compiledMatcher } from './compiled-matcher.ts'
import type { Structure } from './parameter-shape.ts'
import { generalMatcher, type ParametersOf, StructurePattern } from './shape-pattern.ts'

/**
 * What fitted this often gets a compiled matcher. To compile one takes as long as some thousand general matches, which a cloud that
 * is in use soon makes up for, and one that has just begun should not do for queries that it hardly uses.
 */
const fitsBeforeCompiled = 100

/** Gives the parameters of a query for what is of the shape that it was built for. */
export class ShapeMatcher {
  parametersOf: ParametersOf

  /** `placeholders` is what the query was built with, and `wanted` the parameters it was compiled to. */
  constructor(placeholders: object, wanted: readonly unknown[]) {
    const pattern = new StructurePattern(placeholders as Structure)
    const general = generalMatcher(pattern, wanted)
    let left = fitsBeforeCompiled
    this.parametersOf = (given) => {
      const parameters = general(given)
      if (parameters !== undefined) left -= 1
      if (left === 0) this.parametersOf = compiledMatcher(pattern, wanted) ?? general
      return parameters
    }
  }
}
