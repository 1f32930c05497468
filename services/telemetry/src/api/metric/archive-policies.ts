import * as operations from '@nimbo/contracts/telemetry/metric/archive-policies'
import { answer } from '@nimbo/http/answer'
import {
  listPolicies,
  changePolicy,
  createPolicy,
  needPolicy,
  removePolicy,
} from '../../app/metric/archive-policies.ts'
import { policyView } from '../../domain/metric/archive-policy.ts'
import { handle } from './handle.ts'

const list = handle(operations.listArchivePolicies, async ({ app }) =>
  (await listPolicies(app)).map(policyView),
)

const create = handle(operations.createArchivePolicy, async ({ app, body, base }) => {
  const policy = await createPolicy(app)(body)
  return answer(policyView(policy), {
    headers: { location: `${base}/v1/archive_policy/${encodeURIComponent(policy.name)}` },
  })
})

const show = handle(operations.showArchivePolicy, async ({ app, params }) =>
  policyView(await needPolicy(app, params.name)),
)

const update = handle(operations.updateArchivePolicy, async ({ app, params, body }) =>
  policyView(await changePolicy(app)(params.name, body)),
)

const remove = handle(operations.deleteArchivePolicy, async ({ app, params }) => {
  await removePolicy(app)(params.name)
})

export const archivePolicies = [list, create, show, update, remove]
