import { type Answer, answer } from '@nimbo/http/answer'
import type { Headers } from '@nimbo/http/message'
import type { Call } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import { microversion } from '@nimbo/operation/microversion'
import type { PlacementApp } from '../app/app.ts'

const since = microversion('1.15')

type FreshCall = Pick<Call<PlacementApp>, 'app' | 'version'>

/** Since 1.15 replies have `last-modified` (now by default) and `cache-control: no-cache`. */
export const freshHeaders = ({ app, version }: FreshCall, updatedAt = timestamp(app.clock)): Headers =>
  version < since ? {} : { 'last-modified': new Date(updatedAt).toUTCString(), 'cache-control': 'no-cache' }

/** A body with these headers. */
export const fresh = <Body>(call: FreshCall, body: Body, updatedAt?: string): Answer<Body> =>
  answer(body, { headers: freshHeaders(call, updatedAt) })
