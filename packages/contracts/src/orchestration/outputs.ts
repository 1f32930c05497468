import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { open, stack, Text } from './words.ts'

export const listOutputs = operation({
  id: 'outputs.list',
  method: 'GET',
  path: `${stack}/outputs`,
  summary: 'List the outputs of a stack, without their values',
  rule: 'stacks:list_outputs',
  on,
  replies: { 200: open({ outputs: Type.Array(open({ output_key: Text, description: Text })) }) },
  errors: ['EntityNotFound'],
})

export const showOutput = operation({
  id: 'outputs.show',
  method: 'GET',
  path: `${stack}/outputs/{output_key}`,
  summary: 'Show an output of a stack',
  rule: 'stacks:show_output',
  on,
  replies: {
    200: open({
      output: open({
        output_key: Text,
        description: Text,
        output_value: Type.Unknown(),
        output_error: Type.Optional(Text),
      }),
    }),
  },
  errors: ['EntityNotFound', 'NotFound'],
})
