import { Fault, isFault } from '@nimbo/kernel/errors'
import { located, type Source } from '../language/source.ts'
import { invalid, TemplateProblem } from '../language/template-problem.ts'

/** Converts a problem of a template to the error for the client, with the line if the template came as text. */
const problemFault = (error: unknown, source: Source | undefined): unknown => {
  if (isFault(error, 'PropertyError')) {
    const path = String(error.details.where ?? '').split('.')
    const message = located(invalid(path, error.message), source)
    return new Fault({ code: 'StackValidationFailed', kind: 'badRequest', message, details: {} })
  }
  if (!(error instanceof TemplateProblem)) return error
  return new Fault({ code: error.code, kind: 'badRequest', message: located(error, source), details: {} })
}

/** Performs work that reads templates, and throws its problems as client errors. */
export const withFaults = async <Result>(
  source: Source | undefined,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw problemFault(error, source)
  }
}
