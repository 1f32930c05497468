import { messageOf } from '@nimbo/kernel/errors'
import { evaluateYaql } from '../yaql/evaluate.ts'
import { mapArgument, ofValues } from './arguments.ts'

export const yaql = ofValues((args, call) => {
  const form = 'expression: <expression>, data: <data>'
  const { expression, data } = mapArgument(args, call, form)
  if (typeof expression !== 'string') throw call.wrong(`Arguments to "yaql" should be: ${form}`)
  try {
    return evaluateYaql(expression, { data })
  } catch (error) {
    throw call.wrong(`Bad expression ${messageOf(error)}`)
  }
})
