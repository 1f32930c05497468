import { handlersOf } from '@nimbo/http/handle'
import type { PlacementApp } from '../app/app.ts'

/** Placement's `handle()`. Its policy rules only check the caller, so nothing is looked up beforehand. */
export const handle = handlersOf<PlacementApp>()({})
