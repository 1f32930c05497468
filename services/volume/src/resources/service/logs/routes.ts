import * as operations from '@nimbo/contracts/volume/log-levels'
import { handle } from '../../../api/handle.ts'
import { logParts } from './log-parts.ts'

const get = handle(operations.getLogLevels, async ({ app, ctx, body }) => {
  const parts = await logParts(app, body)
  const prefix = body.prefix ?? ''
  return {
    log_levels: await Promise.all(
      parts.map(async ({ binary, host, log }) => ({
        ...{ binary, host },
        levels: (await log.getLogLevels(ctx, { prefix })).levels,
      })),
    ),
  }
})

const set = handle(operations.setLogLevel, async ({ app, ctx, body: { level, ...chosen } }) => {
  const parts = await logParts(app, chosen)
  const prefix = chosen.prefix ?? ''
  await Promise.all(parts.map(({ log }) => log.setLogLevel(ctx, { prefix, level })))
})

export const logs = [get, set]
