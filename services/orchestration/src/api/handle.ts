import { handlersOf } from '@nimbo/http/handle'
import type { HeatApp } from '../app/app.ts'

/** The `handle()` of stacks, and the kinds of resources that its operations are on. */
export const handle = handlersOf<HeatApp>()({})
