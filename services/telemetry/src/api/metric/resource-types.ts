import * as operations from '@nimbo/contracts/telemetry/metric/resource-types'
import { answer } from '@nimbo/http/answer'
import { listTypes, changeType, createType, needType, removeType } from '../../app/metric/resource-types.ts'
import type { ResourceType } from '../../db/metric/resource-types.ts'
import { handle } from './handle.ts'

const viewOf = ({ name, attributes }: ResourceType) => ({
  name,
  state: 'active',
  attributes: { ...attributes },
})

const list = handle(operations.listResourceTypes, async ({ app }) => (await listTypes(app)).map(viewOf))

const create = handle(operations.createResourceType, async ({ app, body, base }) => {
  const type = await createType(app)(body.name, body.attributes ?? {})
  return answer(viewOf(type), {
    headers: { location: `${base}/v1/resource_type/${encodeURIComponent(type.name)}` },
  })
})

const show = handle(operations.showResourceType, async ({ app, params }) =>
  viewOf(await needType(app, params.name)),
)

const update = handle(operations.updateResourceType, async ({ app, params, body }) =>
  viewOf(await changeType(app)(params.name, body)),
)

const remove = handle(operations.deleteResourceType, async ({ app, params }) => {
  await removeType(app)(params.name)
})

export const resourceTypes = [list, create, show, update, remove]
