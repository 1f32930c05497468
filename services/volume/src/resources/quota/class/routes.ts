import * as operations from '@nimbo/contracts/volume/quotas'
import { handle } from '../../../api/handle.ts'
import { givenLimits } from '../given-limits.ts'
import { defaultQuotas, setQuotaClass, showQuotaClass } from '../quotas.ts'

const show = handle(operations.showQuotaClass, async ({ app, params: { quota_class_name: id } }) => ({
  quota_class_set: { id, ...(await showQuotaClass(app)(id)) },
}))

const update = handle(operations.updateQuotaClass, async ({ app, params, body }) => {
  const { quota_class_name: name } = params
  await setQuotaClass(app)(
    name,
    givenLimits(body.quota_class_set, await defaultQuotas(app), 'quota class set'),
  )
  return { quota_class_set: { ...(await showQuotaClass(app)(name)) } }
})

export const quotaClasses = [show, update]
