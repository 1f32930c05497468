import { showStack } from '@nimbo/contracts/orchestration/stacks'
import type { Operation } from '@nimbo/operation/operation'
import { resourceErrors } from '../../resource-type/errors.ts'
import type { Standing } from '../../resource-type/handling.ts'
import { present } from '../../resource-type/present.ts'

interface StackProperties {
  readonly template: string
  readonly timeout?: number
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The path of a resource's stack in the API. */
export const placeOf = ({ stack, resource, id }: Standing<object>) => ({
  tenant_id: stack.projectId,
  stack_name: resource.physicalName,
  stack_id: id,
})

export const bodyOf = ({ template, timeout, parameters }: StackProperties) =>
  present({ template, parameters: { ...parameters }, timeout_mins: timeout })

export const liveStack = async (handling: Standing<object>) =>
  (await handling.clients.orchestration.call(showStack, { path: placeOf(handling) })).stack

type LiveStack = Awaited<ReturnType<typeof liveStack>>

/** Whether the action of the stack is complete. Throws when it has failed. */
export const isComplete = ({ stack_status, stack_status_reason }: LiveStack): boolean => {
  if (stack_status.endsWith('_FAILED'))
    throw resourceErrors.ResourceInError({ status: stack_status, reason: stack_status_reason })
  return stack_status.endsWith('_COMPLETE')
}

export const outputsOf = ({ outputs }: LiveStack): Readonly<Record<string, unknown>> =>
  Object.fromEntries(outputs.map(({ output_key, output_value }) => [String(output_key), output_value]))

export const actOn = async (
  handling: Standing<object>,
  operation: Operation,
  action: string,
): Promise<void> => {
  await handling.clients.orchestration.perform(operation, {
    path: placeOf(handling),
    body: { [action]: null },
  })
}
