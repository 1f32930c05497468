import { handlersOf } from '@nimbo/http/handle'
import type { HeatApp } from '../app/app.ts'

/** `handle()` of Heat's API, and the kinds of resources that its operations are on. */
export const handle = handlersOf<HeatApp>()({})
