import { signedSignals as operations } from '@nimbo/contracts/orchestration/signed-signals'
import { signalResource } from '../app/signal-resource.ts'
import { isSigned } from '../app/signing.ts'
import { stackAt } from '../app/stacks/find-stack.ts'
import { stackResources } from '../app/stacks/stack-resources.ts'
import { errors } from '../errors.ts'
import { isMap } from '../language/shapes.ts'
import { handle } from './handle.ts'

/** Signals by guests to the signed URLs that their stack gave them. */
export const signedSignals = operations.map((operation) =>
  handle(operation, async (call) => {
    const { app, ctx, params, query, request } = call
    const key = app.config.DEFAULT.auth_encryption_key ?? ''
    if (!isSigned(key, request.path, query.Signature ?? ''))
      throw errors.Forbidden({ rule: 'an address that is not signed' })
    const stack = await stackAt(app, params.stack_id)
    const name = decodeURIComponent(params.resource_name)
    const row = (await stackResources(app, stack)).find((one) => one.name === name)
    if (!row) throw errors.EntityNotFound({ entity: 'Resource', name })
    await signalResource(app)(ctx, stack, row, isMap(call.body) ? call.body : {})
  }),
)
