import { aliases, ruleOf } from '@nimbo/contracts/network/crud'
import type { Kind } from '@nimbo/resource/describe/kind'
import { type Views, viewsOf } from '@nimbo/resource/describe/view'
import { ruleNames } from '../policies.ts'

/** The views of a kind: an attribute with a policy rule of its own is shown only to callers whom that rule allows it. */
export const networkViews = <K extends Kind>(kind: K): Views<K> =>
  viewsOf(kind, {
    aliases,
    ruleOf: (attribute) => {
      const rule = `${ruleOf('get', kind)}:${attribute}`
      return ruleNames.has(rule) ? rule : undefined
    },
  })
