import type { Path } from './path.ts'

/** The kinds of template errors; clients know these names. */
export type ProblemCode =
  | 'StackValidationFailed'
  | 'InvalidTemplateVersion'
  | 'InvalidTemplateSection'
  | 'InvalidTemplateReference'
  | 'InvalidSchemaError'
  | 'CircularDependencyException'
  | 'UserParameterMissing'
  | 'UnknownUserParameter'

/** An invalid template: the message and the path of the error. Callers with the text add file and line. */
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

/** The usual error: the template is not valid. */
export const invalid = (path: Path, message: string): TemplateProblem =>
  new TemplateProblem('StackValidationFailed', path, message)
