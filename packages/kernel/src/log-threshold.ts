import { type Log, type LogLevel, logLevels } from './log.ts'

/** The minimum level of a service's log; operators may change it at run time. */
export interface LogThreshold {
  level: LogLevel
}

/** A log that drops lines, its children's too, below the current threshold. */
export const withThreshold = (log: Log, threshold: LogThreshold): Log => {
  const tells = (level: LogLevel): boolean => logLevels.indexOf(level) >= logLevels.indexOf(threshold.level)
  return {
    debug: (fields, message) => {
      if (tells('debug')) log.debug(fields, message)
    },
    info: (fields, message) => {
      if (tells('info')) log.info(fields, message)
    },
    warn: (fields, message) => {
      if (tells('warn')) log.warn(fields, message)
    },
    error: (fields, message) => {
      if (tells('error')) log.error(fields, message)
    },
    child: (fields, options) => withThreshold(log.child(fields, options), threshold),
  }
}
