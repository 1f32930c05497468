import * as operations from '@nimbo/contracts/volume/workers'
import { handle } from '../../../api/handle.ts'
import { isTrue } from '../../../app/paging.ts'
import { errors } from '../../../errors.ts'
import { cleanUp } from './clean-up.ts'

const flag = (value: boolean | string): boolean => value === true || isTrue(String(value))

const clean = handle(operations.cleanUpWorkers, async ({ app, body }) => {
  const { resource_id, resource_type, service_id, disabled } = body
  if (resource_id && !resource_type)
    throw errors.InvalidInput({ reason: 'Must provide resource_type when resource_id is provided.' })
  const { services, isDone } = await cleanUp(app)({
    host: body.host ?? undefined,
    binary: body.binary,
    place: service_id === undefined || service_id === null ? undefined : Number(service_id),
    isUp: flag(body.is_up ?? false),
    isDisabled: disabled === undefined || disabled === null ? undefined : flag(disabled),
    resourceId: resource_id ?? undefined,
    resourceType: resource_type ?? undefined,
  })
  // There are no clusters.
  const shown = body.cluster_name ? [] : services
  const views = shown.map(({ place: id, host, binary }): operations.CleanedServiceView => {
    return { id, host, binary, cluster_name: null }
  })
  return isDone ? { cleaning: views, unavailable: [] } : { cleaning: [], unavailable: views }
})

export const workers = [clean]
