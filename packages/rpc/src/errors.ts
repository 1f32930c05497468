import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Failures of the RPC layer itself, named as in oslo.messaging where possible. */
export const errors = defineErrors({
  RPCVersionCapError: fault<{ method: string; version: string; cap: string }>(
    'unavailable',
    ({ method, version, cap }) =>
      `${method} needs version ${version} of its interface, but messages are capped at version ${cap}.`,
  ),
  UnsupportedVersion: fault<{ method: string; version: string; supported: string }>(
    'unavailable',
    ({ method, version, supported }) =>
      `${method} was called in version ${version}; this server speaks ${supported}.`,
  ),
  InvalidVersionCap: fault<{ topic: string; level: string }>(
    'badRequest',
    ({ topic, level }) => `The version cap "${level}" of ${topic} is not of the form 1.3.`,
  ),
  NoSuchMethod: fault<{ method: string }>('notImplemented', ({ method }) => `${method} does not exist here.`),
  InvalidRpcInput: fault<{ method: string; path: string; problem: string }>(
    'badRequest',
    ({ method, path, problem }) => `Input of ${method} is wrong at "${path}": ${problem}.`,
  ),
  RemoteError: fault<{ method: string }>('internal', ({ method }) => `${method} failed unexpectedly.`),
})
