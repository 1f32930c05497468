import type { Headers } from '@nimbo/http/message'
import { type Microversion, microversion } from '@nimbo/operation/microversion'

const since = microversion('1.15')

/** From 1.15 on, replies say when what they show was changed last, and that they must not be kept. */
export const freshHeaders = (version: Microversion, updatedAt: string): Headers =>
  version < since ? {} : { 'last-modified': new Date(updatedAt).toUTCString(), 'cache-control': 'no-cache' }
