import * as contract from '@nimbo/contracts/key-manager/quotas'
import { needQuotas, quotasFor, resetQuotas, configuredQuotas, sayQuotas } from '../app/quotas.ts'
import type { QuotaRow } from '../db/tables.ts'
import { handle } from './handle.ts'
import { aroundPage, windowOf } from './paging.ts'

const view = ({ secrets, orders, containers, consumers, cas }: QuotaRow): contract.ProjectQuotas => ({
  ...{ secrets, orders, containers, consumers, cas },
})

const show = handle(contract.showQuotas, async ({ app, ctx }) => ({
  quotas: { ...(await quotasFor(app, ctx.projectId ?? '')) },
}))

const list = handle(contract.listProjectQuotas, async (call) => {
  const window = windowOf(call.app, call.query)
  const page = await configuredQuotas(call.app, window)
  return {
    project_quotas: page.rows.map((row) => ({ project_id: row.project_id, project_quotas: view(row) })),
    ...aroundPage(call, 'project_quotas', window, page),
  }
})

const showOf = handle(contract.showProjectQuotas, async ({ app, params }) => ({
  project_quotas: view(await needQuotas(app, params.project_id)),
}))

const set = handle(contract.setProjectQuotas, async ({ app, params, body: { project_quotas: said } }) => {
  await sayQuotas(app, {
    project_id: params.project_id,
    secrets: said.secrets ?? null,
    orders: said.orders ?? null,
    containers: said.containers ?? null,
    consumers: said.consumers ?? null,
    cas: said.cas ?? null,
  })
})

const reset = handle(contract.resetProjectQuotas, ({ app, params }) => resetQuotas(app, params.project_id))

export const quotas = [show, list, showOf, set, reset]
