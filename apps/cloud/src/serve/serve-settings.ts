import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { ConfigError } from '@nimbo/config/config-error'
import { type ConfigReader, configReader, loadConfig } from '@nimbo/config/load-config'
import { loadStrictly, type StrictFile } from '@nimbo/config/load-strictly'
import type { OptionGroup } from '@nimbo/config/option-group'
import { commonOptions } from '@nimbo/service/common-options'
import type { AnyService, NamedSections } from '@nimbo/service/service'
import { serviceOptions } from '@nimbo/service/service-options'
import { services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { type ConfigFile, type ConfigPlaces, configFiles } from './config-files.ts'

/**
 * The settings of the services whose roles a process runs. Checks all of their files: throws `ConfigError` with every option that
 * is unknown or has a value of the wrong type. Ignores files named after one of the `others`.
 */
export const serveSettings = (
  served: readonly AnyService[],
  places: ConfigPlaces,
  env: NodeJS.ProcessEnv,
  others: readonly AnyService[] = services,
): Settings => {
  const all = new Set([...served, ...others])
  const filesOf = ({ name }: AnyService): readonly ConfigFile[] =>
    configFiles(
      name,
      places,
      [...all].map((other) => other.name).filter((other) => other !== name),
    )
  const known = new Map(served.map((service) => [service, knownGroups(service, filesOf(service), env)]))
  const union = [...known.values()].flat()
  const problems = places.directories
    .filter((directory) => !existsSync(directory))
    .map((directory) => `${directory}: there is no such directory`)
  for (const [service, groups] of known) {
    // A file not named after a service is read by all of them, so it may hold options that only one of them knows.
    const files: readonly StrictFile[] = filesOf(service).map(({ path, common }) => ({
      path,
      known: common ? commonOptions : isOf(service.name, path) ? groups : union,
    }))
    try {
      loadStrictly({ files, env, options: groups })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  const readers = new Map<string, ConfigReader>()
  const openReader = (name: string): ConfigReader => {
    const service = [...all].find((one) => one.name === name)
    if (service === undefined) throw new RangeError(`there is no service ${name}`)
    const files = filesOf(service).map(({ path }) => path)
    return configReader({ files, env, referable: serviceOptions(service) })
  }
  return (name, options) => {
    const reader = readers.get(name) ?? openReader(name)
    readers.set(name, reader)
    return reader(options)
  }
}

const isOf = (service: string, path: string): boolean =>
  basename(path) === `${service}.conf` || path.includes(`/${service}.conf.d/`)

/** All options that a service's files may hold, including sections named by the operator. */
const knownGroups = (
  service: AnyService,
  files: readonly ConfigFile[],
  env: NodeJS.ProcessEnv,
): readonly OptionGroup[] => {
  const { sections } = service
  if (sections === undefined) return serviceOptions(service)
  const paths = files.map(({ path }) => path)
  return [...serviceOptions(service), ...namedSections(sections, paths, env).map(sections.options)]
}

/** The sections named in the files; none when these have errors, which are reported later. */
const namedSections = (
  { named }: NamedSections,
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): readonly string[] => {
  try {
    return named((options) => loadConfig({ files, env, options }))
  } catch (error) {
    if (error instanceof ConfigError) return []
    throw error
  }
}
