import { routesOf } from '@nimbo/http/route'
import type { IdentityApp } from '../app/identity-app.ts'

/** Declares an operation of identity. */
export const route = routesOf<IdentityApp>()
