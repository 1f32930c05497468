import { empty, exact, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject } from '@nimbo/operation/target'
import { call } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import { OptionalText } from './words.ts'

/** Log levels by Cinder's names. */
const Level = oneOf(['DEBUG', 'INFO', 'WARNING', 'ERROR'])
export type WireLogLevel = Static<typeof Level>

/** Levels by logger. */
const Levels = Type.Record(Type.String(), Level)

/** RPC methods about logging, served by each process with a queue; `prefix` selects loggers. */
export const logLevelMethods = {
  getLogLevels: call(Type.Object({ prefix: Type.String() }), Type.Object({ levels: Levels }), {
    since: '3.3',
  }),
  setLogLevel: call(Type.Object({ prefix: Type.String(), level: Level }), Type.Object({}), { since: '3.3' }),
}

const chosen = {
  binary: Type.Optional(
    nullable(oneOf(['', '*', 'cinder-api', 'cinder-scheduler', 'cinder-volume', 'cinder-backup'])),
  ),
  server: OptionalText,
  prefix: OptionalText,
}

const ServiceLevels = view({ binary: Type.String(), host: Type.String(), levels: Levels })
export type ServiceLevelsView = Static<typeof ServiceLevels>

export const getLogLevels = operation({
  id: 'services.get_log',
  method: 'PUT',
  path: '/os-services/get-log',
  since: '3.32',
  summary: 'Show what the processes of the service log',
  rule: 'volume_extension:services:update',
  on: ownProject,
  body: Type.Object(chosen, exact),
  replies: { 200: view({ log_levels: Type.Array(ServiceLevels) }) },
})

export const setLogLevel = operation({
  id: 'services.set_log',
  method: 'PUT',
  path: '/os-services/set-log',
  since: '3.32',
  summary: 'Change what the processes of the service log, until they start again',
  rule: 'volume_extension:services:update',
  on: ownProject,
  body: Type.Object({ ...chosen, level: Level }, exact),
  replies: { 202: empty },
})
