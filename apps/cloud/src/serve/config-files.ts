import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Where configuration was said to be; with neither, it is in `/etc/nimbo`. */
export interface ConfigPlaces {
  readonly files: readonly string[]
  readonly directories: readonly string[]
}

/** A file, and whether it may hold only what every role of every service reads. */
export interface ConfigFile {
  readonly path: string
  readonly common: boolean
}

const commonFile = 'nimbo.conf'
const defaultDirectory = '/etc/nimbo'

/**
 * The files a service reads, in the order in which a later one counts over an earlier one. A directory holds `nimbo.conf`,
 * `<service>.conf` and `<service>.conf.d/*.conf`; a file named for one of `others` is that one's alone.
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
