import { isPresent } from '@nimbo/operation/is-present'
import { type Microversion, parseMicroversion } from '@nimbo/operation/microversion'
import type { ServiceType } from '../cloud/session.ts'
import type { Command } from './command.ts'

/** The microversion of each service that commands request; services whose version depends on the operation are absent. */
export type Versions = Readonly<Partial<Record<ServiceType, string>>>

const versionIn = (versions: Versions, service: ServiceType): Microversion | undefined =>
  parseMicroversion(versions[service] ?? '')

/** The commands whose operations exist in the requested microversions. */
export const offered = (commands: readonly Command[], versions: Versions): readonly Command[] =>
  commands.filter(({ calls }) =>
    calls.every(({ service, operation }) => {
      const version = versionIn(versions, service)
      return version === undefined || isPresent(operation, version)
    }),
  )
