import * as operations from '@nimbo/contracts/network/quotas'
import { handlersOf } from '@nimbo/http/handle'
import type { Call, Route } from '@nimbo/http/route'
import { boolean, integer } from '@nimbo/resource/describe/value-types'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Deps } from '../app/deps.ts'
import { acceptedValue } from '../api/check-body.ts'
import { type QuotaChanges, quotasOf } from './quota-operations.ts'

type CallOnProject = Pick<Call<Deps, { readonly project_id: string }>, 'params' | 'ctx' | 'enforce'>

/** Throws unless the caller may read the project's quotas; everyone may read their own project's. */
const checkMayRead = ({ params: { project_id }, ctx, enforce }: CallOnProject): void => {
  if (project_id !== ctx.projectId) enforce('get_quota', { project_id })
}

const limit = integer(-1, 2_147_483_647)

/** The limits of a body, and whether they may be below what the project uses. */
const changesOf = ({
  force,
  check_limit: _asUsual,
  ...limits
}: Readonly<Record<string, unknown>>): QuotaChanges => ({
  limits: Object.fromEntries(
    Object.entries(limits).map(([name, given]) => [name, acceptedValue(name, { takes: limit }, given)]),
  ),
  force: force === undefined ? false : acceptedValue('force', { takes: boolean }, force),
})

/** The handlers of the quota operations. */
export const quotaRoutes = (kinds: readonly Kind[]): Route<Deps>[] => {
  const handle = handlersOf<Deps>()({})
  const quotas = quotasOf(kinds)
  const details = async (call: CallOnProject & Pick<Call<Deps>, 'app'>) => {
    checkMayRead(call)
    return { quota: await quotas.details(call.app, call.params.project_id) }
  }
  return [
    handle(operations.listQuotas, async ({ app, ctx, allows, enforce }) => {
      enforce('get_quota', { project_id: ctx.projectId })
      const seen = (await quotas.list(app)).filter(
        ({ project_id }) =>
          allows('get_quota', { project_id }) && (allows('context_is_admin') || project_id === ctx.projectId),
      )
      return {
        quotas: seen.map(({ project_id, limits }) => ({ ...limits, project_id, tenant_id: project_id })),
      }
    }),
    handle(operations.showOwnProject, async ({ ctx }) => ({
      tenant: { tenant_id: ctx.projectId ?? null, project_id: ctx.projectId ?? null },
    })),
    handle(operations.showOwnProjectByName, async ({ ctx }) => ({
      project: { project_id: ctx.projectId ?? null },
    })),
    handle(operations.showQuota, async (call) => {
      checkMayRead(call)
      return { quota: await quotas.limits(call.app, call.params.project_id) }
    }),
    handle(operations.showDefaultQuota, async (call) => {
      checkMayRead(call)
      return { quota: quotas.defaults(call.app) }
    }),
    handle(operations.showQuotaDetails, details),
    handle(operations.showQuotaDetailsJson, details),
    handle(operations.updateQuota, async ({ app, ctx, params, body }) => ({
      quota: await quotas.update(app, ctx, params.project_id, changesOf(body.quota)),
    })),
    handle(operations.deleteQuota, async ({ app, ctx, params }) => {
      await quotas.reset(app, ctx, params.project_id)
    }),
  ]
}
