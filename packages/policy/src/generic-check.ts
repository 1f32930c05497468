import type { Checker } from './checker.ts'
import { policyText, templateOf, valueAt } from './target.ts'

const literalPattern = /^(?:'(?<single>.*)'|"(?<double>.*)"|(?<bare>None|True|False|-?\d+))$/

const literalOf = (kind: string): string | undefined => {
  const groups = literalPattern.exec(kind)?.groups
  return groups?.single ?? groups?.double ?? groups?.bare
}

const matches = (credential: unknown, wanted: string): boolean => {
  if (credential === undefined) return false
  if (Array.isArray(credential)) return credential.some((each) => matches(each, wanted))
  return policyText(credential) === wanted
}

/**
 * Compares `kind` with `match`. The kind is a literal (`'public':%(visibility)s`, `None:%(domain_id)s`) or a credential, with
 * dots for nesting (`token.domain.id:%(target.domain.id)s`); for a list, one element must match.
 */
export const genericCheck = (kind: string, match: string): Checker => {
  const template = templateOf(match)
  const literal = literalOf(kind)
  if (literal !== undefined) return ({ target }) => template(target) === literal
  const path = kind.split('.')
  return ({ target, credentials }) => {
    const wanted = template(target)
    return wanted !== undefined && matches(valueAt(credentials, path), wanted)
  }
}
