import type { Json, JsonObject } from '@nimbo/kernel/json'
import type { ChildStack, ChildStep } from '../../resource-type/child-stack.ts'
import type { HandledResource } from '../../resource-type/handling.ts'
import { groupStep } from './group-template.ts'
import { rollingBy } from './rolling-policy.ts'

/** The nested stack with a deployment of the same config on each of several servers. */
export const deploymentsStep = async (
  type: string,
  { servers, ...common }: { readonly servers: Readonly<Record<string, unknown>> },
  { updatePolicy }: HandledResource,
  child: ChildStack | undefined,
): Promise<ChildStep> => {
  const shared: JsonObject = JSON.parse(JSON.stringify(common))
  const members = Object.entries(servers).map(([name, server]): readonly [string, JsonObject] => {
    const id: Json = String(server)
    return [name, { type, properties: { ...shared, server: id } }]
  })
  return groupStep(child, Object.fromEntries(members), {
    rolling: rollingBy(updatePolicy, child === undefined ? 'batch_create' : 'rolling_update'),
  })
}
