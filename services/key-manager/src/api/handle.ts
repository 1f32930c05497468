import { handlersOf, kindOf } from '@nimbo/http/handle'
import { needContainer, needOrder, needSecret } from '../app/found.ts'
import type { KeyApp } from '../app/key-app.ts'

const kind = kindOf<KeyApp>()

/** `handle()` of the key manager. */
export const handle = handlersOf<KeyApp>()({
  secret: kind({
    by: 'secret_id',
    find: ({ app, ctx }, id) => needSecret(app)(ctx, id),
    facts: ({ access }) => ({ target: { secret: access } }),
  }),
  container: kind({
    by: 'container_id',
    find: ({ app, ctx }, id) => needContainer(app)(ctx, id),
    facts: ({ access }) => ({ target: { container: access } }),
  }),
  order: kind({
    by: 'order_id',
    find: ({ app, ctx }, id) => needOrder(app)(ctx, id),
    facts: ({ project_id, creator_id }) => ({ target: { order: { project_id, creator_id } } }),
  }),
})
