import { routesOf } from '@nimbo/http/routes-of'
import type { IdentityApp } from '../app/identity-app.ts'

/** Declares an operation of identity. */
export const route = routesOf<IdentityApp>()
