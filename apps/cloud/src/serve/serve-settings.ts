import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { ConfigError } from '@nimbo/config/config-error'
import { loadConfig } from '@nimbo/config/load-config'
import { loadStrictly, type StrictFile } from '@nimbo/config/load-strictly'
import type { OptionGroup } from '@nimbo/config/option-group'
import { cinderOptions } from '@nimbo/volume/config'
import { type ServiceName, serviceNames } from '../roles/role.ts'
import type { Settings } from '../settings.ts'
import { type ConfigPlaces, configFiles } from './config-files.ts'
import { backendOptions } from './options/cinder-options.ts'
import { commonOptions } from './options/common-options.ts'
import { serviceOptions } from './options/service-options.ts'

/**
 * The settings of the services whose roles a process runs. All that their files hold is checked at once: throws
 * `ConfigError` with every option that is unknown, or whose value is of another type.
 */
export const serveSettings = (
  services: readonly ServiceName[],
  places: ConfigPlaces,
  env: NodeJS.ProcessEnv,
): Settings => {
  const known = new Map(services.map((service) => [service, knownGroups(service, places, env)]))
  const union = [...known.values()].flat()
  const problems = places.directories
    .filter((directory) => !existsSync(directory))
    .map((directory) => `${directory}: there is no such directory`)
  for (const [service, groups] of known) {
    // A file that is no service's own is read by all, and may say to each what the others do not know.
    const files: readonly StrictFile[] = configFiles(service, places).map(({ path, common }) => ({
      path,
      known: common ? commonOptions : isOf(service, path) ? groups : union,
    }))
    try {
      loadStrictly({ files, env, options: groups })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  return (service, options) => {
    const name = serviceNames.find((known) => known === service)
    if (name === undefined) throw new RangeError(`there is no service ${service}`)
    const files = configFiles(name, places).map(({ path }) => path)
    return loadConfig({ files, env, options, referable: serviceOptions[name] })
  }
}

const isOf = (service: ServiceName, path: string): boolean =>
  basename(path) === `${service}.conf` || path.includes(`/${service}.conf.d/`)

/** All that may stand in a service's files, the sections of its back ends included. */
const knownGroups = (
  service: ServiceName,
  places: ConfigPlaces,
  env: NodeJS.ProcessEnv,
): readonly OptionGroup[] => {
  if (service !== 'cinder') return serviceOptions[service]
  const files = configFiles(service, places).map(({ path }) => path)
  const [own] = cinderOptions
  return [...serviceOptions.cinder, ...backendNames(files, env, own).map(backendOptions)]
}

/** `enabled_backends`, as far as the files can be read at all: what else is wrong with them is told later. */
const backendNames = (
  files: readonly string[],
  env: NodeJS.ProcessEnv,
  group: (typeof cinderOptions)[0],
): readonly string[] => {
  try {
    return loadConfig({ files, env, options: [group] }).DEFAULT.enabled_backends
  } catch (error) {
    if (error instanceof ConfigError) return []
    throw error
  }
}
