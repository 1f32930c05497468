import type { Deps } from './deps.ts'
import { createIssueToken } from './issue-token.ts'
import { createRevoke } from './revoke.ts'
import { createShowCatalog } from './show-catalog.ts'
import { createValidateToken } from './validate-token.ts'

/** Everything one can ask of identity, apart from how it is asked. */
export const createIdentityApp = (deps: Deps) => {
  const validateToken = createValidateToken(deps)
  const revoke = createRevoke(deps)
  return {
    tokens: { issue: createIssueToken(deps, validateToken), validate: validateToken, revoke },
    showCatalog: createShowCatalog(deps),
  }
}

export type IdentityApp = ReturnType<typeof createIdentityApp>
