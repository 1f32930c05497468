import { answer } from '@nimbo/http/answer'
import { createApi } from '@nimbo/http/api'
import { handlersOf } from '@nimbo/http/handle'
import { json } from '@nimbo/http/reply'
import type { Context } from '@nimbo/kernel/context'
import { Fault } from '@nimbo/kernel/errors'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { passiveService } from '@nimbo/service/passive-service'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import type { Kysely } from 'kysely'
import { memoRpc } from './memo-rpc.ts'
import { type MemoTables, migrations } from './migrations.ts'
import { createMemo, listMemos, operations } from './operations.ts'
import { policies } from './policies.ts'

interface MemoApp {
  readonly db: Kysely<MemoTables>
  tell(ctx: Context, text: string): Promise<void>
}

const paste = `
[pipeline:memo]
pipeline = request_id faultwrap request_log authtoken memo_app
`

const handle = handlersOf<MemoApp>()({})

const create = handle(createMemo, async ({ ctx, app, body: { text } }) => {
  const memo = { text, note: '' }
  await app.db
    .insertInto('memos')
    .values({ ...memo, project_id: ctx.projectId ?? '' })
    .execute()
  await app.tell(ctx, text)
  return answer(memo, { status: 202 })
})

const list = handle(listMemos, async ({ ctx, app }) => ({
  memos: await app.db
    .selectFrom('memos')
    .select(['text', 'note'])
    .where('project_id', '=', ctx.projectId ?? '')
    .execute(),
}))

export const startMemoApi = async (host: ServiceHost): Promise<RunningService> => {
  const spans = tracer('memo-api', host.spans)
  const worker = rpcClient(host.bus, memoRpc).on()
  const api = createApi<MemoApp>({
    name: 'memo',
    app: {
      db: await host.openDatabase<MemoTables>('memo', migrations),
      tell: (ctx, text) => worker.note(ctx, { text }),
    },
    routes: [create, list],
    authorizer: defineEnforcer({ defaults: policies, policyYaml: host.override('memo', 'policy.yaml') }),
    tracer: spans,
    forbidden: (rule) =>
      new Fault({ code: 'Forbidden', kind: 'forbidden', message: `Policy forbids ${rule}.`, details: {} }),
    invalid: ({ reason }) => reason,
  })
  const handler = serveApi(host, {
    service: 'memo',
    paste,
    main: 'memo',
    apps: { memo_app: api },
    described: { title: 'Memos', operations },
    tracer: spans,
    faults: {
      envelope: ({ message }, status) => json(status, { error: { code: status, message } }),
      unexpected: 'Something went wrong.',
    },
  })
  return passiveService(handler)
}
