import type { logLevelMethods, WireLogLevel } from '@nimbo/contracts/volume/log-levels'
import type { LogLevel } from '@nimbo/kernel/log'
import type { LogThreshold } from '@nimbo/kernel/log-threshold'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'

/** Each process has one logger, of this name. */
const logger = 'cinder'

const wireLevels = {
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
} as const satisfies Record<LogLevel, WireLogLevel>

const levels: Record<WireLogLevel, LogLevel> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARNING: 'warn',
  ERROR: 'error',
}

/** Returns and sets the log level of this process. */
export const logLevelHandlers = (threshold: LogThreshold): RpcHandlers<typeof logLevelMethods> => ({
  getLogLevels: async (_, { prefix }) => ({
    levels: logger.startsWith(prefix) ? { [logger]: wireLevels[threshold.level] } : {},
  }),
  setLogLevel: async (_, { prefix, level }) => {
    if (logger.startsWith(prefix)) threshold.level = levels[level]
    return {}
  },
})
