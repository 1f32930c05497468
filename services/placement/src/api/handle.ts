import { handlersOf } from '@nimbo/http/handle'
import type { PlacementApp } from '../app/app.ts'

/** Placement's `handle()`. Its rules are about who asks, never about a provider, so no kind is looked up beforehand. */
export const handle = handlersOf<PlacementApp>()({})
