import type { FunctionCall, TemplateFunction } from '../function-call.ts'
import { isList, isMap } from '../shapes.ts'
import { unknownYet } from '../../resource-type/read-properties.ts'
import { isPending } from '../value.ts'

/** Makes a function of resolved values; its result is `unknownYet` as long as any of them is. */
export const ofValues =
  (compute: (args: unknown, call: FunctionCall) => unknown): TemplateFunction =>
  async (args, call) => {
    const values = await call.resolve(args)
    return isPending(values) ? unknownYet : compute(values, call)
  }

export const listArgument = (value: unknown, call: FunctionCall, form: string): readonly unknown[] => {
  if (isList(value)) return value
  throw call.wrong(`Incorrect arguments to "${call.name}" should be: ${form}`)
}

export const mapArgument = (
  value: unknown,
  call: FunctionCall,
  form: string,
): Readonly<Record<string, unknown>> => {
  if (isMap(value)) return value
  throw call.wrong(`Incorrect arguments to "${call.name}" should be: ${form}`)
}

export const textArgument = (value: unknown, call: FunctionCall, what: string): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw call.wrong(`"${call.name}" ${what} must be a string`)
}
