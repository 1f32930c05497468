import { defineEnforcer, type Enforcer } from '@nimbo/policy/enforcer'
import { policies } from './policies.generated.ts'

/** What OpenStack services such as Nova do with users' volumes in their own name. */
const forServices: ReadonlySet<string> = new Set([
  'volume:get',
  'volume:get_all',
  'volume:create',
  'volume:create_from_image',
  'volume:multiattach',
  'volume:delete',
  'volume:attachment_create',
  'volume:multiattach_bootable_volume',
  'volume:attachment_update',
  'volume:attachment_delete',
  'volume:attachment_complete',
])

const defaults = policies.map((rule) =>
  forServices.has(rule.name) ? { ...rule, check: `(${rule.check}) or role:service` } : rule,
)

/** The policy enforcer: the default rules, which also allow OpenStack services, overridden by the operator's `policy.yaml`. */
export const volumeEnforcer = (policyYaml: string | undefined): Enforcer =>
  defineEnforcer({
    defaults,
    policyYaml,
  })
