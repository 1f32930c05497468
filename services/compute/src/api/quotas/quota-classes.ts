import { type QuotaClassView, showQuotaClass, updateQuotaClass } from '@nimbo/contracts/compute/quotas'
import type { ComputeApp } from '../../app/compute-app.ts'
import { unlimitedByUs } from '../../domain/quotas/quota.ts'
import { handle } from '../handle.ts'
import { limitsIn, limitsView } from './quota-words.ts'

const viewOf = async (app: ComputeApp, className: string): Promise<QuotaClassView> =>
  limitsView({
    ...unlimitedByUs,
    ...app.deps.config.quota,
    ...(await app.stores.quotaClasses.limitsOf(className)),
  })

const show = handle(showQuotaClass, async ({ app, params: { id } }) => ({
  quota_class_set: { id, ...(await viewOf(app, id)) },
}))

const update = handle(updateQuotaClass, async ({ app, params: { id }, body }) => {
  await app.stores.quotaClasses.set(id, limitsIn(body.quota_class_set))
  return { quota_class_set: await viewOf(app, id) }
})

export const quotaClassRoutes = [show, update]
