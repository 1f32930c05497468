import * as operations from '@nimbo/contracts/orchestration/stacks'
import { answer } from '@nimbo/http/answer'
import { createStack } from '../../app/stacks/create-stack.ts'
import { deleteStack } from '../../app/stacks/delete-stack.ts'
import { exportStack } from '../../app/stacks/export-stack.ts'
import { previewStack, previewUpdate } from '../../app/stacks/preview-stack.ts'
import { readAdoption } from '../../app/stacks/read-adoption.ts'
import { storedBlueprint, storedTemplate } from '../../app/stacks/stored-template.ts'
import { readStackRequest } from '../../app/stacks/stack-request.ts'
import { updateStack } from '../../app/stacks/update-stack.ts'
import { withFaults } from '../../app/problem-fault.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { stackLinks, stackUrl } from '../links.ts'
import { livingStackOf, projectOf, stackOf } from '../project.ts'
import { readFlag, readTags, readTimeout } from '../read-flag.ts'
import { shownStack } from './stack-view.ts'

type Body = Readonly<Record<string, unknown>>

const newStack = async (app: Parameters<typeof createStack>[0], body: Body) => {
  const adopted = body.adopt_stack_data === undefined ? undefined : readAdoption(app, body.adopt_stack_data)
  const given = adopted
    ? {
        ...body,
        template: adopted.template,
        environment: body.environment ?? adopted.environment,
        files: body.files ?? adopted.files,
      }
    : body
  const request = await withFaults(undefined, async () => readStackRequest(given, app.config))
  if (typeof body.stack_name !== 'string') throw errors.BadRequest({ message: 'No stack name specified' })
  return {
    ...request,
    name: body.stack_name,
    timeoutMins: readTimeout(body.timeout_mins),
    disableRollback: readFlag('disable_rollback', body.disable_rollback) ?? true,
    tags: readTags(body.tags) ?? [],
    ...(adopted ? { adopt: adopted.resources } : {}),
  }
}

const create = handle(operations.createStack, async (call) => {
  projectOf(call)
  const stack = await createStack(call.app)(call.ctx, await newStack(call.app, call.body))
  const links = stackLinks(call.base, stack)
  return answer({ stack: { id: stack.id, links } }, { headers: { location: stackUrl(call.base, stack) } })
})

const preview = handle(operations.previewStack, async (call) => {
  projectOf(call)
  return { stack: await previewStack(call.app)(call.ctx, await newStack(call.app, call.body), call.base) }
})

const show = handle(operations.showStack, async (call) => {
  const { app, ctx, query } = call
  const stack = await stackOf(call)
  const blueprint = await storedBlueprint(app, stack)
  const wanted = (readFlag('resolve_outputs', query.resolve_outputs) ?? true) && stack.deleted_at === null
  return { stack: shownStack(call.base, stack, blueprint, wanted ? await app.look.outputs(ctx, stack) : []) }
})

const remove = handle(operations.deleteStack, async (call) => {
  await deleteStack(call.app)(call.ctx, await livingStackOf(call))
})

const changeOf = (body: Body, isPatch: boolean) => ({
  body,
  isPatch,
  timeoutMins: readTimeout(body.timeout_mins),
  disableRollback: readFlag('disable_rollback', body.disable_rollback),
  tags: readTags(body.tags) ?? (isPatch ? undefined : []),
  converge: readFlag('converge', body.converge) ?? false,
})

const update = handle(operations.updateStack, async (call) => {
  await updateStack(call.app)(call.ctx, await livingStackOf(call), changeOf(call.body, false))
})

const patch = handle(operations.patchStack, async (call) => {
  // A PATCH without changes also has a policy rule of its own.
  const isNothing = Object.keys(call.body).every((key) =>
    ['converge', 'disable_rollback', 'timeout_mins'].includes(key),
  )
  if (isNothing) call.enforce('stacks:update_no_change')
  await updateStack(call.app)(call.ctx, await livingStackOf(call), changeOf(call.body, true))
})

const previewPut = handle(operations.previewUpdate, async (call) => ({
  resource_changes: await previewUpdate(call.app)(call.ctx, await livingStackOf(call), {
    body: call.body,
    isPatch: false,
  }),
}))

const previewPatch = handle(operations.previewPatch, async (call) => ({
  resource_changes: await previewUpdate(call.app)(call.ctx, await livingStackOf(call), {
    body: call.body,
    isPatch: true,
  }),
}))

const showTemplate = handle(operations.showTemplate, async (call) => {
  const stack = await stackOf(call)
  return { ...(await storedTemplate(call.app, stack)).template }
})

const showEnvironment = handle(operations.showEnvironment, async (call) => {
  const stack = await stackOf(call)
  const { environment } = await storedTemplate(call.app, stack)
  return {
    parameters: {},
    parameter_defaults: {},
    resource_registry: { resources: {} },
    encrypted_param_names: [],
    event_sinks: [],
    ...environment,
  }
})

const showFiles = handle(operations.showFiles, async (call) => {
  const stack = await stackOf(call)
  return { ...(await storedTemplate(call.app, stack)).files }
})

const exported = handle(operations.exportStack, async (call) =>
  exportStack(call.app)(await livingStackOf(call)),
)

const abandon = handle(operations.abandonStack, async (call) => {
  const stack = await livingStackOf(call)
  const data = await exportStack(call.app)(stack)
  await deleteStack(call.app)(call.ctx, stack, { abandon: true })
  return data
})

export const stacks = [
  ...[create, preview, show, remove, update, patch, previewPut, previewPatch],
  ...[showTemplate, showEnvironment, showFiles, exported, abandon],
]
