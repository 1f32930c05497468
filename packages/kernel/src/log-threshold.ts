import { type Log, type LogLevel, logLevels } from './log.ts'

/** What a part of the cloud logs at least; an operator may change it while the part runs. */
export interface LogThreshold {
  level: LogLevel
}

/** The same log without the lines, of it and its children, that lie below the threshold when they are written. */
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
