import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The configuration files and directories given on the command line; `/etc/nimbo` by default. */
export interface ConfigPlaces {
  readonly files: readonly string[]
  readonly directories: readonly string[]
}

/** A file; `common` restricts it to the options shared by all services. */
export interface ConfigFile {
  readonly path: string
  readonly common: boolean
}

const commonFile = 'nimbo.conf'
const defaultDirectory = '/etc/nimbo'

/**
 * The files a service reads, in the order in which later ones override earlier ones. A directory holds `nimbo.conf`,
 * `<service>.conf` and `<service>.conf.d/*.conf`; a file named after one of the `others` is read only by that service.
 */
export const configFiles = (
  service: string,
  { files, directories }: ConfigPlaces,
  others: readonly string[],
): readonly ConfigFile[] => {
  const places = files.length + directories.length === 0 ? [defaultDirectory] : directories
  return [
    ...places.flatMap((directory) => filesIn(directory, service)),
    ...files.filter((path) => !isOfAnother(path, service, others)),
  ].map((path) => ({ path, common: basename(path) === commonFile }))
}

const filesIn = (directory: string, service: string): readonly string[] => {
  const parts = join(directory, `${service}.conf.d`)
  const names = existsSync(parts) ? readdirSync(parts).filter((name) => name.endsWith('.conf')) : []
  const whole = [commonFile, `${service}.conf`].map((name) => join(directory, name))
  return [...whole.filter(existsSync), ...names.sort().map((name) => join(parts, name))]
}

const isOfAnother = (path: string, service: string, others: readonly string[]): boolean =>
  others.some((other) => other !== service && basename(path) === `${other}.conf`)
