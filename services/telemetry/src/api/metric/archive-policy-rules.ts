import * as operations from '@nimbo/contracts/telemetry/metric/archive-policy-rules'
import { answer } from '@nimbo/http/answer'
import {
  listRules,
  createRule,
  needRule,
  removeRule,
  renameRule,
} from '../../app/metric/archive-policy-rules.ts'
import { handle } from './handle.ts'

const list = handle(operations.listRules, ({ app }) => listRules(app))

const create = handle(operations.createRule, async ({ app, body, base }) => {
  const rule = await createRule(app)(body)
  return answer(rule, {
    headers: { location: `${base}/v1/archive_policy_rule/${encodeURIComponent(rule.name)}` },
  })
})

const show = handle(operations.showRule, ({ app, params }) => needRule(app, params.name))

const rename = handle(operations.renameRule, ({ app, params, body }) =>
  renameRule(app)(params.name, body.name),
)

const remove = handle(operations.deleteRule, async ({ app, params }) => {
  await removeRule(app)(params.name)
})

export const archivePolicyRules = [list, create, show, rename, remove]
