import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { addStackEvent } from '../../db/events.ts'
import { findStackByName, insertStack, type Stack } from '../../db/stacks.ts'
import { insertTemplate } from '../../db/templates.ts'
import { carrying } from '../../domain/carrying.ts'
import type { Wish } from '../../domain/wish.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'
import { endTrustIfRefused } from '../end-trust-if-refused.ts'
import { withFaults } from '../problem-fault.ts'
import { refuseMoreStacks } from './refuse-more-stacks.ts'
import type { StackRequest } from './stack-request.ts'
import { validateStack } from './validate-stack.ts'

export interface NewStack extends StackRequest {
  readonly name: string
  readonly timeoutMins: number | undefined
  readonly disableRollback: boolean
  readonly tags: readonly string[]
  readonly adopt?: NonNullable<Wish['adopt']>
}

const nameForm = /^[a-zA-Z][a-zA-Z0-9_.-]{0,254}$/

export const refuseStackName = (name: string): void => {
  if (!nameForm.test(name))
    throw errors.StackValidationFailed({
      message: `Invalid stack name ${name} must contain only alphanumeric or "_-." characters, must start with alpha and must be 255 characters or less.`,
    })
}

/** Validates the template, and writes a stack and the flow that creates it. */
export const createStack =
  (app: HeatApp) =>
  async (ctx: Context, { source, stored, adopt, ...wanted }: NewStack): Promise<Stack> => {
    const { db, clock } = app
    const projectId = ctx.projectId ?? ''
    refuseStackName(wanted.name)
    if (await findStackByName(db, projectId, wanted.name)) throw errors.StackExists({ name: wanted.name })
    await refuseMoreStacks(app, projectId)
    const id: string = newId()
    await withFaults(source, () =>
      validateStack(app, ctx, stored, { id, name: wanted.name, project_id: projectId }),
    )
    const trustId = await app.trusts.create(ctx)
    const at = timestamp(clock)
    const action = adopt ? 'ADOPT' : 'CREATE'
    const templateId = newId()
    const traversal = newId()
    const stack: Stack = {
      ...{ id, name: wanted.name, living_name: wanted.name, project_id: projectId },
      ...{ user_id: ctx.userId ?? '', user_name: ctx.userName ?? '', parent_id: null, parent_resource: null },
      ...{ root_id: id, depth: 0, action, status: 'IN_PROGRESS', status_reason: `Stack ${action} started` },
      ...{ traversal, holder: null, template_id: templateId, previous_template_id: null },
      ...{ disable_rollback: wanted.disableRollback ? 1 : 0, timeout_mins: wanted.timeoutMins ?? null },
      ...{ wish: JSON.stringify(adopt ? { adopt } : {}), tags: JSON.stringify(wanted.tags) },
      ...{ trust_id: trustId, trustor_id: ctx.userId ?? null, user_project_id: null, events_told: 0 },
      ...{ created_at: at, updated_at: null, action_at: at, deleted_at: null },
    }
    const write = () =>
      db.transaction().execute(async (trx) => {
        if (!(await insertStack(trx, stack))) throw errors.StackExists({ name: wanted.name })
        await insertTemplate(trx, app.sealing, { id: templateId, stackId: id, at, ...stored })
        await addStackEvent(trx, stack, { action, status: 'IN_PROGRESS', reason: stack.status_reason }, at)
        await app.notices.tell(trx, ctx, stack)
        return insertFlow(trx, carrying, {
          subject: traversal,
          input: { stackId: id, traversal },
          ctx,
          clock,
        })
      })
    const flowId = await endTrustIfRefused(app, ctx, trustId, write)
    await app.wake(ctx, flowId)
    return stack
  }
