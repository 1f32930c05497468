import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { isDeepStrictEqual } from 'node:util'
import { entrustTree, type Stack } from '../../db/stacks.ts'
import { insertTemplate, readTemplate, type StoredTemplate } from '../../db/templates.ts'
import { readWish } from '../../domain/wish.ts'
import { errors } from '../../errors.ts'
import { parseTemplate } from '../../language/parse-template.ts'
import { isMap } from '../../language/shapes.ts'
import type { HeatApp } from '../app.ts'
import { endTrustIfRefused } from '../end-trust-if-refused.ts'
import { askStack } from './ask-stack.ts'
import { withFaults } from '../problem-fault.ts'
import { readStackRequest } from './stack-request.ts'
import { validateStack } from './validate-stack.ts'

export interface StackChange {
  readonly body: Readonly<Record<string, unknown>>
  /** Whether omitted values stay unchanged (PATCH). */
  readonly isPatch: boolean
  readonly timeoutMins: number | undefined
  readonly disableRollback: boolean | undefined
  readonly tags: readonly string[] | undefined
  readonly converge: boolean
}

const refuseChange = ({ action, deleted_at }: Stack): void => {
  if (deleted_at !== null || action === 'DELETE')
    throw errors.NotSupported({ feature: `Updating a stack when it is being deleted` })
  if (action === 'SUSPEND') throw errors.NotSupported({ feature: 'Updating a stack when it is suspended' })
}

/** The template that an update leads to. */
export const nextTemplate = async (
  app: HeatApp,
  stack: Stack,
  { body, isPatch }: Pick<StackChange, 'body' | 'isPatch'>,
) => {
  const before = await readTemplate(app.db, app.sealing, stack.template_id)
  const request = readStackRequest(body, app.config, isPatch ? before : undefined)
  refuseImmutable(before, request.stored)
  return { before, ...request }
}

const valuesOf = (stored: StoredTemplate): Readonly<Record<string, unknown>> =>
  isMap(stored.environment.parameters) ? stored.environment.parameters : {}

const refuseImmutable = (before: StoredTemplate, after: StoredTemplate): void => {
  const [old, young] = [parseTemplate(before.template), parseTemplate(after.template)]
  const names = [...old.parameters.values()].filter(({ name, immutable, default: fallback }) => {
    if (!immutable || !young.parameters.has(name)) return false
    const now = valuesOf(after)[name] ?? young.parameters.get(name)?.default
    return !isDeepStrictEqual(valuesOf(before)[name] ?? fallback, now)
  })
  if (names.length > 0)
    throw errors.ImmutableParameterModified({ names: names.map(({ name }) => name).join(', ') })
}

/** Requests an update of a stack, which supersedes an action in progress. */
export const updateStack =
  (app: HeatApp) =>
  async (ctx: Context, stack: Stack, change: StackChange): Promise<void> => {
    refuseChange(stack)
    const { source, stored } = await withFaults(undefined, () => nextTemplate(app, stack, change))
    await withFaults(source, () => validateStack(app, ctx, stored, stack))
    const at = timestamp(app.clock)
    const templateId = newId()
    // Another user's roles may differ, so the engine acts on this user's behalf from now on, in nested stacks too.
    const trust =
      ctx.userId === stack.trustor_id
        ? undefined
        : { trust_id: await app.trusts.create(ctx), trustor_id: ctx.userId ?? null }
    const former =
      trust && stack.trust_id !== null
        ? { formerTrusts: [...(readWish(stack.wish).formerTrusts ?? []), stack.trust_id] }
        : {}
    const ask = () =>
      askStack(
        app,
        ctx,
        stack,
        {
          action: 'UPDATE',
          wish: { ...(change.converge ? { converge: true } : {}), ...former },
          change: {
            ...{ template_id: templateId, updated_at: at },
            ...(change.timeoutMins === undefined ? {} : { timeout_mins: change.timeoutMins }),
            ...(change.disableRollback === undefined
              ? {}
              : { disable_rollback: change.disableRollback ? 1 : 0 }),
            ...(change.tags === undefined ? {} : { tags: JSON.stringify(change.tags) }),
          },
        },
        async (trx) => {
          await insertTemplate(trx, app.sealing, { id: templateId, stackId: stack.id, at, ...stored })
          if (trust) await entrustTree(trx, stack.root_id, trust)
        },
      )
    await (trust ? endTrustIfRefused(app, ctx, trust.trust_id, ask) : ask())
  }
