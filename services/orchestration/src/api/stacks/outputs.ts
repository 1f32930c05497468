import * as operations from '@nimbo/contracts/orchestration/outputs'
import { storedBlueprint } from '../../app/stacks/stored-template.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { livingStackOf } from '../project.ts'

const list = handle(operations.listOutputs, async (call) => {
  const stack = await livingStackOf(call)
  const { template } = await storedBlueprint(call.app, stack)
  return {
    outputs: [...template.outputs.values()].map(({ name, description }) => ({
      output_key: name,
      description,
    })),
  }
})

const show = handle(operations.showOutput, async (call) => {
  const stack = await livingStackOf(call)
  const key = decodeURIComponent(call.params.output_key)
  const output = await call.app.look.output(call.ctx, stack, key)
  if (!output) throw errors.NotFound({ message: `Specified output key ${key} not found.` })
  const error = output.error === undefined ? {} : { output_error: output.error }
  return {
    output: { output_key: key, description: output.description, output_value: output.value, ...error },
  }
})

export const outputs = [list, show]
