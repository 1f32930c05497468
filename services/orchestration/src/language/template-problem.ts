import type { Path } from './path.ts'

/** What is wrong with a template, by the names that clients know. */
export type ProblemCode =
  | 'StackValidationFailed'
  | 'InvalidTemplateVersion'
  | 'InvalidTemplateSection'
  | 'InvalidTemplateReference'
  | 'InvalidSchemaError'
  | 'CircularDependencyException'
  | 'UserParameterMissing'
  | 'UnknownUserParameter'

/** A template that cannot be: what is wrong, and where. Whoever has the text adds file and line. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem'
  readonly code: ProblemCode
  readonly path: Path

  constructor(code: ProblemCode, path: Path, message: string) {
    super(message)
    this.code = code
    this.path = path
  }
}

/** The usual one: the template does not validate. */
export const invalid = (path: Path, message: string): TemplateProblem =>
  new TemplateProblem('StackValidationFailed', path, message)
