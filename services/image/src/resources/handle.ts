import { handlersOf, kindOf } from '@nimbo/http/handle'
import { type ImageApp, needImage, policyTarget } from '../app/app.ts'
import { needMember } from './member/share-image.ts'

import { namespaceFacts, needNamespace } from './metadef/namespaces.ts'

const kind = kindOf<ImageApp>()

/** The image API's `handle()`, with the kinds of resources that operations take from their path. */
export const handle = handlersOf<ImageApp>()({
  image: kind({
    by: 'image_id',
    find: ({ app, ctx }, id) => needImage(app, ctx, id),
    facts: policyTarget,
  }),
  namespace: kind({
    by: 'namespace_name',
    find: ({ app, ctx }, name) => needNamespace(app, ctx, name),
    facts: namespaceFacts,
  }),
  member: kind({
    by: 'member_id',
    find: async ({ app, ctx, params }, id) => {
      const image = await needImage(app, ctx, params.image_id ?? '')
      return { image, record: await needMember(app, image.id, id) }
    },
    facts: ({ image, record }) => ({ ...policyTarget(image), member_id: record.member_id }),
  }),
})
