import { randomUUID } from 'node:crypto'
import {
  type DefaultSecurityGroupRule,
  type defaultSecurityGroupRule,
  defaultSecurityGroupRuleOperations,
} from '@nimbo/contracts/network/default-security-group-rule'
import type { Context } from '@nimbo/kernel/context'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { deletionOf } from '../../app/delete-resource.ts'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { valuesOf } from '../../app/draft.ts'
import { checkRule, identityOf } from '../security-group-rule/security-rules.ts'
import { defaultRules } from './default-rules.ts'
import { errors } from './errors.ts'
import { migrations } from './migrations.ts'

type NewRule = Owned<typeof defaultSecurityGroupRule>

/** Throws for a duplicate of an existing default rule. */
const checkNew = async ({ db }: Inside, rule: NewRule): Promise<void> => {
  const identity = identityOf(rule)
  const same = (await defaultRules.list(db, 'all')).find(
    (other) =>
      identityOf(other) === identity &&
      ((other.used_in_default_sg && rule.used_in_default_sg) ||
        (other.used_in_non_default_sg && rule.used_in_non_default_sg)),
  )
  if (same) throw errors.DefaultSecurityGroupRuleExists({ id: same.id })
}

const create =
  (deps: Deps) =>
  (ctx: Context, items: readonly NewRule[]): Promise<DefaultSecurityGroupRule[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: DefaultSecurityGroupRule[] = []
      for (const { project_id: _project, ...values } of items) {
        checkRule(values)
        await checkNew(inside, { ...values, project_id: '' })
        const rule = { ...values, id: randomUUID() }
        await defaultRules.insert(inside.db, rule)
        all.push(rule)
      }
      return all
    })

export const defaultSecurityGroupRuleRoom = roomOf(
  defaultSecurityGroupRuleOperations,
  {
    repository: defaultRules,
    notFound: errors.DefaultSecurityGroupRuleNotFound,
    create: (deps) => (ctx, drafts) => create(deps)(ctx, valuesOf(drafts)),
    delete: deletionOf(defaultRules),
  },
  {
    migrations,
    extensions: [
      extension(
        'security-groups-default-rules',
        'Default security group rules',
        'What new groups begin with',
      ),
    ],
  },
)
