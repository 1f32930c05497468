import type { Route } from '@nimbo/http/route'
import type { IdentityApp } from '../app/identity-app.ts'
import { tokenRoutes } from './auth-tokens.ts'
import { versionRoutes } from './versions.ts'

/** Every operation of identity. */
export const identityRoutes: readonly Route<IdentityApp>[] = [...versionRoutes, ...tokenRoutes]
