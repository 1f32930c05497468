import { isDeepStrictEqual } from 'node:util'
import type { TemplateFunction } from '../function-call.ts'
import { unknownYet } from '../../resource-type/read-properties.ts'
import { isPending, leftOut } from '../value.ts'
import { hasForm } from '../versions.ts'
import { listArgument } from './arguments.ts'

export const ifElse: TemplateFunction = async (args, call) => {
  const form = '[ <condition>, <value if true>, <value if false> ]'
  const list = listArgument(args, call, form)
  const optionalElse = hasForm(call.scope.template.dialect, '2021-04-16')
  if (list.length !== 3 && !(optionalElse && list.length === 2))
    throw call.wrong(`Incorrect arguments to "${call.name}" should be: ${form}`)
  const index = (await call.holds(list[0], 0)) ? 1 : 2
  return index < list.length ? call.resolve(list[index], index) : leftOut
}

export const equals: TemplateFunction = async (args, call) => {
  const list = listArgument(await call.resolve(args), call, '[ <value 1>, <value 2> ]')
  if (list.length !== 2)
    throw call.wrong(`Incorrect arguments to "${call.name}" should be: [ <value 1>, <value 2> ]`)
  return isPending(list) ? unknownYet : isDeepStrictEqual(list[0], list[1])
}

export const not: TemplateFunction = async (args, call) => {
  const [condition] = call.name === 'Fn::Not' ? listArgument(args, call, '[ <condition> ]') : [args]
  return !(await call.holds(condition))
}

const several =
  (ends: boolean): TemplateFunction =>
  async (args, call) => {
    const conditions = listArgument(args, call, '[ <condition 1>, <condition 2>, ... ]')
    if (conditions.length < 2)
      throw call.wrong(`The minimum number of condition arguments to "${call.name}" is 2.`)
    for (const [index, condition] of conditions.entries())
      if ((await call.holds(condition, index)) === ends) return ends
    return !ends
  }

export const and = several(false)
export const or = several(true)
