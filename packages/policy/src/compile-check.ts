import type { Checker } from './checker.ts'
import { fieldCheck } from './field-check.ts'
import { genericCheck } from './generic-check.ts'
import type { Expression } from './parse-check.ts'
import { templateOf } from './target.ts'

/** Finds the checker for `rule:name`. Called when checking, after all rules are compiled. */
export type RuleLookup = (name: string) => Checker

const roleCheck = (match: string): Checker => {
  const template = templateOf(match)
  return ({ credentials, target }) => {
    const role = template(target)
    return role !== undefined && credentials.roles.includes(role.toLowerCase())
  }
}

/** The other rule is looked up once, at first use. */
const referenceTo = (name: string, lookup: RuleLookup): Checker => {
  let referred: Checker | undefined
  return (question) => {
    referred ??= lookup(name)
    return referred(question)
  }
}

const compileLeaf = (kind: string, match: string, lookup: RuleLookup): Checker => {
  switch (kind) {
    case 'rule':
      return referenceTo(match, lookup)
    case 'role':
      return roleCheck(match)
    case 'field':
      return fieldCheck(match)
    default:
      return genericCheck(kind, match)
  }
}

/** Compiles a parsed rule into a function. */
export const compileCheck = (expression: Expression, lookup: RuleLookup): Checker => {
  switch (expression.type) {
    case 'always':
      return () => true
    case 'never':
      return () => false
    case 'check':
      return compileLeaf(expression.kind, expression.match, lookup)
    case 'not': {
      const operand = compileCheck(expression.operand, lookup)
      return (question) => !operand(question)
    }
    case 'and': {
      const operands = expression.operands.map((each) => compileCheck(each, lookup))
      return (question) => operands.every((check) => check(question))
    }
    case 'or': {
      const operands = expression.operands.map((each) => compileCheck(each, lookup))
      return (question) => operands.some((check) => check(question))
    }
  }
}
