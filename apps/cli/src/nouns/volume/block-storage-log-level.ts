import { getLogLevels, setLogLevel } from '@nimbo/contracts/volume/log-levels'
import { given, isRow } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { does, lists } from '../../grammar/declared.ts'
import { oneOf, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'

const parts = ['', '*', 'cinder-api', 'cinder-volume', 'cinder-scheduler', 'cinder-backup'] as const
const levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const

const chosen = {
  host: text('<host>', 'Only services on this host'),
  service: oneOf(parts, "Only services with this binary; '' or *: all"),
  prefix: text('<log-prefix>', 'Only loggers whose names have this prefix, such as cinder.volume'),
}

const levelOf = (asked: string): (typeof levels)[number] => {
  const found = levels.find((level) => level === asked.toUpperCase())
  if (found === undefined)
    throw new UsageError(
      `argument <log-level>: invalid choice: '${asked}' (choose from ${levels.join(', ')})`,
    )
  return found
}

export const blockStorageLogLevelCommands = [
  lists({
    words: 'block storage log level list',
    summary: 'List log levels of block storage service',
    ...{ service: 'volume', operation: getLogLevels },
    options: chosen,
    request: ({ host: server, service: binary, prefix }) => ({ body: given({ server, binary, prefix }) }),
    rows: (items) =>
      items.flatMap(({ binary, host, levels: found }) =>
        Object.entries(isRow(found) ? found : {}).map(([prefix, level]) => ({ binary, host, prefix, level })),
      ),
    columns: { Binary: 'binary', Host: 'host', Prefix: 'prefix', Level: 'level' },
  }),
  does({
    words: 'block storage log level set',
    summary: 'Set log level of block storage service',
    ...{ service: 'volume', operation: setLogLevel },
    positionals: { level: one('<log-level>', 'Desired log level: DEBUG, INFO, WARNING or ERROR') },
    options: chosen,
    request: ({ level, host: server, service: binary, prefix }) => ({
      body: { level: levelOf(level), ...given({ server, binary, prefix }) },
    }),
  }),
]
